import { connectDatabase } from '#infra/db/connect.ts'
import { startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale, storedByOrders } from '#tests/support/orders.ts'

test.for([
  ['before', 'its first row is written', /insert into "checkouts"/],
  ['before', 'it is committed', /\bcommit\b/],
  ['after', 'it is committed', /\bcommit\b/],
] as const)(
  'POST order: a connection lost just %s %s is answered 503, and a repeat tells the truth',
  async ([moment, , text], { sandbox, onTestFinished }) => {
    const database = await createTestDatabase()
    const link = await openDatabaseLink(database.url)
    const { db, pool, close } = connectDatabase(link.url, { max: 4, onIdleError: () => undefined })
    const api = await startApi({ ...database, db, pool }, sandbox)
    onTestFinished(async () => {
      await api.stop()
      await close()
      await link.close()
      await database.drop()
    })
    const buyer = await api.customer()
    const items = await productsOnSale(api, 2)
    const before = await storedByOrders(database)
    const key = crypto.randomUUID()
    link.cutNext(text, moment)
    const lost = await buyer.order(cart(items), key)
    expect(lost.headers.get('retry-after')).toBe('5')
    expect(await errorOf(lost)).toMatchObject({ status: 503, code: 'database_unavailable' })

    const between = await storedByOrders(database)
    if (moment === 'before') expect(between).toEqual(before)
    else expect(between.checkouts).toBe(before.checkouts + 1)

    const repeated = await buyer.order(cart(items), key)
    expect(repeated.status).toBe(200)
    const after = await storedByOrders(database)
    expect([after.checkouts, after.orders]).toEqual([before.checkouts + 1, before.orders + items.length])
    if (moment === 'after') expect(after).toEqual(between)
  },
)
