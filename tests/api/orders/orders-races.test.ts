import { sql } from 'kysely'
import { type Api, askAll } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale, sizedName, storedByOrders } from '#tests/support/orders.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

const customers = (count: number) => Promise.all(Array.from({ length: count }, () => api.customer()))

async function stockOf(id: string) {
  return api.db
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('POST order: 50 buyers at once get one order of the last bottle and 49 clear refusals', async () => {
  const buyers = await customers(50)
  const [bottle] = await productsOnSale(api, 1, 1)
  if (!bottle) throw new Error('no product')
  const answers = await askAll(buyers.map((buyer) => () => buyer.order(cart([bottle]))))
  const bodies = await Promise.all(answers.map((answer) => answer.json()))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(49).fill(409)])
  const name = await sizedName(api, bottle.id)
  const refusals = bodies.filter((body) => typeof body === 'object' && body !== null && 'error' in body)
  expect(refusals).toEqual(
    Array(49).fill({
      error: {
        code: 'out_of_stock',
        message: `Produkt „${name}” jest wyprzedany.`,
        details: { products: [{ id: bottle.id, name, left: 0 }] },
      },
    }),
  )
  expect(await stockOf(bottle.id)).toEqual({ stock_quantity: 0, out_of_stock: true })
  const sold = await api.db.selectFrom('order_items').select('quantity').where('product_id', '=', bottle.id).execute()
  expect(sold).toEqual([{ quantity: 1 }])
})

test('POST order: the same key 20 times at once is one checkout with 20 equal answers', async () => {
  const buyer = await api.customer()
  const items = await productsOnSale(api, 3, 3)
  const before = await storedByOrders(api)
  const key = crypto.randomUUID()
  const answers = await askAll(Array.from({ length: 20 }, () => () => buyer.order(cart(items), key)))
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map((answer) => answer.status)).toEqual(Array<number>(20).fill(200))
  expect(new Set(bodies).size).toBe(1)
  const after = await storedByOrders(api)
  expect(after).toMatchObject({
    checkouts: before.checkouts + 1,
    orders: before.orders + 3,
    shipments: before.shipments + 3,
    mails: before.mails + 1,
  })
  for (const { id } of items) expect(await stockOf(id)).toEqual({ stock_quantity: 2, out_of_stock: false })
})

test('POST order: one key with two contents at once makes one order and one refusal', async () => {
  const buyer = await api.customer()
  const [first, second] = await productsOnSale(api, 2)
  if (!first || !second) throw new Error('no products')
  const key = crypto.randomUUID()
  const answers = await Promise.all([buyer.order(cart([first]), key), buyer.order(cart([second]), key)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
})

test('POST order: 100 carts with the same products in opposite orders never deadlock, and stock adds up', async () => {
  const buyers = await customers(20)
  const items = await productsOnSale(api, 6, 70)
  const orders = Array.from({ length: 100 }, (_, index) => {
    const turned = index % 2 === 0 ? items : items.toReversed()
    return buyers[index % 20]?.order(cart([...turned.slice(index % 5), ...turned.slice(0, index % 5)]))
  })
  const answers = await Promise.all(orders)
  const statuses = answers.map((answer) => answer?.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(70)
  expect(statuses.filter((status) => status === 409)).toHaveLength(30)
  for (const { id } of items) expect(await stockOf(id)).toEqual({ stock_quantity: 0, out_of_stock: true })
})

test.for([
  ['its price is raised', { price_grosze: sql<number>`price_grosze + 100` }, 'price_changed'],
  ['it is withdrawn', { active: false }, 'product_unavailable'],
  ['the admin marks it as sold out', { out_of_stock: true }, 'out_of_stock'],
  ['its last pieces are sold', { stock_quantity: 1 }, 'out_of_stock'],
] as const)('POST order: waits for a product while %s, and is refused by its new state', async ([, change, code]) => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const before = await storedByOrders(api)
  const original = await api.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  const answer = await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('products').set(change).where('id', '=', product.id).execute()
    const ordered = buyer.order(cart([{ ...product, quantity: 2 }]))
    await untilSomebodyWaits()
    // In an object, because a bare promise would be awaited before the commit.
    return { ordered }
  })
  expect(await (await answer.ordered).json()).toMatchObject({ error: { code } })
  const { price_grosze, active, out_of_stock, stock_quantity } = original
  await api.db
    .updateTable('products')
    .set({ price_grosze, active, out_of_stock, stock_quantity })
    .where('id', '=', product.id)
    .execute()
  expect(await storedByOrders(api)).toEqual(before)
})

test('POST order: waits for a change that does not concern the buyer, and is placed', async () => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1, 10)
  if (!product) throw new Error('no product')
  const answer = await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('products').set({ stock_quantity: 7 }).where('id', '=', product.id).execute()
    const ordered = buyer.order(cart([{ ...product, quantity: 2 }]))
    await untilSomebodyWaits()
    return { ordered }
  })
  expect((await answer.ordered).status).toBe(200)
  expect(await stockOf(product.id)).toEqual({ stock_quantity: 5, out_of_stock: false })
})

async function untilSomebodyWaits(): Promise<void> {
  await expect.poll(() => countWaitingStatements(api.db)).toBeGreaterThan(0)
}

test('POST order: answers 503 when a lock takes too long, and the same key works afterwards', async () => {
  const buyer = await api.customer()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const before = await storedByOrders(api)
  const key = crypto.randomUUID()
  await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('products').select('id').where('id', '=', product.id).forUpdate().execute()
    const answer = await buyer.order(cart([product]), key)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ error: { code: 'busy' } })
  })
  expect(await storedByOrders(api)).toEqual(before)
  expect((await buyer.order(cart([product]), key)).status).toBe(200)
})
