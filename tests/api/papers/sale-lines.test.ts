// What invoices, the till and the month read of a sale: its lines at the rates of the moment it was placed, and what the
// shop keeps of it.
import { sql } from 'kysely'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type CartItem, cart, productsOnSale, toCourier } from '#tests/support/orders.ts'
import { storePrepaidOrder } from '#tests/support/stored-payment.ts'

let api: Api
let items: CartItem[]
let headers: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  items = await productsOnSale(api, 2)
  headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

const readSale = (checkoutId: string) =>
  api.db.selectFrom('sales').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirstOrThrow()
const readLines = (checkoutId: string) =>
  api.db.selectFrom('sale_lines').selectAll().where('checkout_id', '=', checkoutId).execute()

async function changeProduct(id: string, changes: object) {
  const product = (await (await api.get(`/api/admin/products/${id}`, headers)).json()) as { version: string }
  const answer = await api.call(`/api/admin/products/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ ...changes, version: product.version }),
    headers: { 'Content-Type': 'application/json', Origin: api.base, ...headers },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

test('lines keep the rate and the cost that their products had when they were ordered', async () => {
  const [first, second] = items
  await changeProduct(first?.id ?? '', { vat_rate: '8', purchase_cost_grosze: '31,50' })
  const buyer = await api.customer()
  const { checkoutId } = await (await buyer.order(cart(items, { customerData: toCourier }))).json()
  await changeProduct(first?.id ?? '', { vat_rate: '5', purchase_cost_grosze: 4_000 })
  const lines = await readLines(checkoutId)
  const rateOf = (product?: string | null) => lines.find(({ product_id }) => product_id === product)?.rate
  expect([rateOf(first?.id), rateOf(second?.id), rateOf(null)]).toEqual(['8', '23', '23'])
  const costs = await api.db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('checkout_id', '=', checkoutId)
    .select('purchase_cost_grosze')
    .execute()
  expect(costs.map((item) => item.purchase_cost_grosze).toSorted()).toEqual([3_150, null])
  const sale = await readSale(checkoutId)
  expect(lines.reduce((sum, line) => sum + line.gross_grosze, 0)).toBe(sale.total_grosze)
  expect(sale).toMatchObject({ kept_grosze: sale.total_grosze, sold_at: null, is_cancelled: false })
})

test('the delivery has the rate of the goods in the parcel', async () => {
  const [first] = items
  await changeProduct(first?.id ?? '', { vat_rate: '5' })
  const buyer = await api.customer()
  const { checkoutId } = await (await buyer.order(cart(items.slice(0, 1), { customerData: toCourier }))).json()
  expect((await readLines(checkoutId)).map(({ rate }) => rate)).toEqual(['5', '5'])
  await changeProduct(first?.id ?? '', { vat_rate: '23' })
})

test('a second payment of an order is no sale, and refunded money is not kept', async () => {
  const { orderId, paymentId, checkoutId } = await storePrepaidOrder(api.db)
  expect(await readSale(checkoutId)).toMatchObject({ kept_grosze: 0, sold_at: null })
  const paidAt = new Date('2026-11-17T12:00:00Z')
  await api.db.updateTable('payments').set({ status: 'paid', paid_at: paidAt }).where('id', '=', paymentId).execute()
  const { total_grosze } = await readSale(checkoutId)
  expect(await readSale(checkoutId)).toMatchObject({ kept_grosze: total_grosze, sold_at: paidAt })
  await sql`
    insert into payments (order_id, provider, mode, status, amount_grosze, expires_at, paid_at, attempt)
    select order_id, provider, mode, 'paid', amount_grosze, expires_at, now(), 2 from payments where id = ${paymentId}`.execute(
    api.db,
  )
  expect(await readSale(checkoutId)).toMatchObject({ kept_grosze: total_grosze, sold_at: paidAt })
  for (const [amount_grosze, kept] of [
    [total_grosze, total_grosze],
    [500, total_grosze - 500],
  ] as const) {
    await api.db
      .insertInto('refunds')
      .values({
        payment_id: paymentId,
        amount_grosze,
        reason: 'Zwrot',
        status: 'succeeded',
        idempotency_key: `${kept}`,
      })
      .execute()
    expect(await readSale(checkoutId)).toMatchObject({ kept_grosze: kept })
  }
  expect(orderId).toBeTruthy()
})
