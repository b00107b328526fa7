import { sql } from 'kysely'
import type { SalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { storeCheckout, TO_LOCKER } from '#tests/support/stored-checkout.ts'
import { storePrepaidOrder } from '#tests/support/stored-payment.ts'

// A Wednesday; the clocks went back on 25 October.
const clock = { now: new Date('2026-11-18T11:00:00Z') }
const test = base
  .extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))
  .extend('demo', { scope: 'file' }, false)

let api: Api
test.beforeAll(async ({ api: started }) => {
  api = started
  const order = (id: string, created_at: string, columns = {}) =>
    storeCheckout(
      api.db,
      [
        {
          id: `000000${id}-0000-4000-8000-0000000000${id}`,
          items: [{ name: 'Oud', brand: 'Dom', quantity: 2, priceGrosze: 10_000 }],
          shippingGrosze: 1_699,
        },
      ],
      { ...TO_LOCKER, created_at: new Date(created_at), ...columns },
    )
  // 17 November in Warsaw, 16 November in UTC.
  await order('11', '2026-11-16T23:30:00Z')
  await order('12', '2026-11-17T22:59:00Z')
  // Ordered on the 17th and cancelled on the 18th.
  await order('13', '2026-11-17T09:00:00Z', { status: 'cancelled' })
  await api.db
    .insertInto('order_events')
    .values({
      order_id: '00000013-0000-4000-8000-000000000013',
      subject: 'order',
      from_status: 'pending',
      to_status: 'cancelled',
      actor: 'admin',
      created_at: new Date('2026-11-18T09:00:00Z'),
    })
    .execute()
  // Midnight before the clocks went back, and the hour that occurred twice.
  await order('14', '2026-10-24T22:00:00Z')
  await order('15', '2026-10-25T00:30:00Z')
  await order('16', '2026-10-25T01:30:00Z')
  const unpaid = await storePrepaidOrder(api.db)
  await api.db.updateTable('orders').set({ created_at: clock.now }).where('id', '=', unpaid.orderId).execute()
})

const read = async (unit: string): Promise<SalesFigures> => {
  const cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const answer = await api.call(`/api/admin/figures?unit=${unit}`, { headers: { Cookie: cookie } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as SalesFigures
}
const sold = (figures: SalesFigures) =>
  Object.fromEntries(figures.periods.filter(({ orders }) => orders > 0).map(({ start, orders }) => [start, orders]))

test('figures by day: use Warsaw days, book a cancellation on its own day, and leave out unpaid orders', async () => {
  const figures = await read('day')
  expect(figures.periods).toHaveLength(30)
  expect([figures.periods[0]?.start, figures.periods.at(-1)?.start]).toEqual(['2026-10-20', '2026-11-18'])
  expect(sold(figures)).toEqual({ '2026-10-25': 3, '2026-11-17': 3 })
  expect(figures.now).toEqual({
    checkouts: 6,
    orders: 6,
    sold_grosze: 130_194,
    on_delivery_grosze: 130_194,
    elsewhere_grosze: 0,
    undone_grosze: 21_699,
    refunded_grosze: 0,
  })
  expect(figures.periods.at(-1)).toMatchObject({ start: '2026-11-18', sold_grosze: 0, undone_grosze: 21_699 })
  expect(figures.before).toMatchObject({ orders: 0, sold_grosze: 0 })
  expect(figures.products.map(({ pieces, goods_grosze }) => [pieces, goods_grosze])).toEqual(
    Array.from({ length: 5 }, () => [2, 20_000]),
  )
})

test('figures by week and month: begin on Mondays and on the first', async () => {
  expect(sold(await read('week'))).toEqual({ '2026-10-19': 3, '2026-11-16': 3 })
  expect(sold(await read('month'))).toEqual({ '2026-10-01': 3, '2026-11-01': 3 })
})

test('figures: a prepayment counts on the day it arrived, and a refund on the day it was made', async () => {
  const { paymentId: payment_id } = await storePrepaidOrder(api.db)
  await api.db
    .updateTable('payments')
    .set({ status: 'paid', paid_at: new Date('2026-11-17T12:00:00Z') })
    .where('id', '=', payment_id)
    .execute()
  const refund = { payment_id, amount_grosze: 5_000, reason: 'Zbity flakon', succeeded_at: clock.now }
  await api.db
    .insertInto('refunds')
    .values([
      { ...refund, status: 'succeeded', idempotency_key: 'a' },
      { ...refund, status: 'failed', idempotency_key: 'b', succeeded_at: null },
    ])
    .execute()
  await api.db
    .insertInto('transfers')
    .values({
      order_id: '00000012-0000-4000-8000-000000000012',
      amount_grosze: 99,
      reason: 'rabat',
      created_at: clock.now,
    })
    .execute()
  const { now, periods } = await read('day')
  expect(periods.at(-2)).toMatchObject({
    orders: 4,
    sold_grosze: 86_196,
    on_delivery_grosze: 65_097,
    refunded_grosze: 0,
  })
  expect(periods.at(-1)).toMatchObject({ orders: 0, sold_grosze: 0, undone_grosze: 21_699, refunded_grosze: 5_099 })
  expect(now).toMatchObject({ checkouts: 7, sold_grosze: 151_293, on_delivery_grosze: 130_194, refunded_grosze: 5_099 })
})

test('margin: what is left of prices without VAT and purchase cost, of pieces whose cost was known when sold', async () => {
  const bottle = { name: 'Oud', brand: 'Dom', quantity: 2, priceGrosze: 12_300 }
  const sell = async (id: string, cost: number | null, rate: string) => {
    const orderId = `000000${id}-0000-4000-8000-0000000000${id}`
    await storeCheckout(api.db, [{ id: orderId, items: [bottle], shippingGrosze: 0 }], {
      ...TO_LOCKER,
      created_at: clock.now,
    })
    await sql`update order_items set purchase_cost_grosze = ${cost}, vat_rate = ${rate} where order_id = ${orderId}`.execute(
      api.db,
    )
  }
  const before = (await read('day')).margin
  expect(before).toEqual({ grosze: 0, pieces: 0, unknown_pieces: 10 })
  // 246,00 is 200,00 without VAT at 23, and 227,78 at 8; two pieces cost 120,00.
  await sell('21', 6_000, '23')
  await sell('22', 6_000, '8')
  await sell('23', null, '23')
  await sell('24', 6_000, '23')
  await sql`update checkouts set delivery_vat_rate = 'zw' where id = (select checkout_id from orders where number = '00000024')`.execute(
    api.db,
  )
  const { margin, products } = await read('day')
  expect(margin).toEqual({ grosze: 8_000 + 10_778 + 12_600, pieces: 6, unknown_pieces: 12 })
  expect(
    products
      .slice(0, 4)
      .map(({ margin_grosze }) => margin_grosze)
      .toSorted(),
  ).toEqual([10_778, 12_600, 8_000, null])
})

test('stock: shows its value at today’s prices, and the products that sell out soonest first', async () => {
  const products = await api.db.selectFrom('products').select('id').orderBy('created_at').execute()
  const set = (index: number, stock_quantity: number | null) =>
    api.db
      .updateTable('products')
      .set({ stock_quantity, out_of_stock: stock_quantity === 0, price_grosze: 10_000 })
      .where('id', '=', products[index]?.id ?? '')
      .execute()
  await api.db.updateTable('products').set({ stock_quantity: null, out_of_stock: false }).execute()
  await set(0, 0)
  await set(1, 3)
  await set(3, 1)
  await set(4, 900)
  const { stock } = await read('day')
  expect(stock).toMatchObject({ value_grosze: 9_040_000, pieces: 904, uncounted_products: products.length - 4 })
  expect(stock.running_out.map(({ id, stock_quantity }) => [id, stock_quantity])).toEqual([
    [products[3]?.id, 1],
    [products[1]?.id, 3],
  ])
  expect(stock.running_out[0]).toMatchObject({ days_left: 15, sold_30_days: 2 })
})
