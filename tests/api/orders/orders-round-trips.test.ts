import { connectDatabase } from '#infra/db/connect.ts'
import { startApi } from '#tests/support/api.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

/**
 * Session, terms, attempt, begin, key, locks, the new buyer's open orders, the order itself, its answer, commit; for
 * the first order also the name of its account.
 */
const ROUND_TRIPS = 11

/** The tables that an order of three products writes, including the stock. */
const WRITTEN = [
  ['checkouts', 1],
  ['idempotency_keys', 1],
  ['mail_outbox', 1],
  ['order_events', 6],
  ['order_items', 3],
  ['orders', 3],
  ['products', 3],
  ['shipments', 3],
]

test('POST order: takes at most eleven round trips to the database, and writes in one transaction', async ({
  database,
  sandbox,
  onTestFinished,
}) => {
  const link = await openDatabaseLink(database.url)
  const { db, pool, close } = connectDatabase(link.url, {
    max: 1,
    onIdleError(error) {
      throw error
    },
  })
  const api = await startApi({ ...database, db, pool }, sandbox)
  onTestFinished(async () => {
    await api.stop()
    await close()
    await link.close()
  })
  const buyer = await api.customer()
  const items = await productsOnSale(api, 3)

  for (const round of ['first', 'second', 'third']) {
    const before = link.roundTrips()
    const answer = await buyer.order(cart(items))
    expect(answer.status, round).toBe(200)
    expect(link.roundTrips() - before, round).toBeLessThanOrEqual(ROUND_TRIPS)
  }

  const tables = WRITTEN.map(([table]) => `select '${table}' as name, xmin::text as transaction from ${table}`)
  const { rows } = await database.pool.query<{ transaction: string; written: unknown }>(`
    with written as (${tables.join(' union all ')}), counted as (
      select transaction, name, count(*)::int as rows from written group by transaction, name)
    select transaction, json_agg(json_build_array(name, rows) order by name) as written from counted
    where transaction = (select xmin::text from checkouts order by created_at desc limit 1) group by transaction`)
  expect(rows.map(({ written }) => written)).toEqual([WRITTEN])
})
