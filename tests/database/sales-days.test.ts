import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { addUpSalesDays } from '#domain/orders/figures/sales-day-store.server.ts'
import { FIGURE_UNITS, type FigureUnit } from '#domain/orders/figures/sales-figures.ts'
import { readSalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { storeCheckout, TO_LOCKER } from '#tests/support/stored-checkout.ts'
import { storePrepaidOrder } from '#tests/support/stored-payment.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const NOW = new Date('2025-11-19T11:00:00Z')
/** Moments around midnights in Warsaw, in the night of 25 hours, today, and long ago. */
const MOMENTS = [
  '2025-11-19T09:00:00Z',
  '2025-11-18T22:59:59Z',
  '2025-11-18T23:00:00Z',
  '2025-11-17T12:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-10-26T01:30:00Z',
  '2025-10-25T22:00:00Z',
  '2024-12-31T23:00:00Z',
]

const orderIds: string[] = []
const paymentIds: string[] = []

test.beforeAll(async ({ database: { db } }) => {
  for (const [index, moment] of MOMENTS.entries()) {
    const created_at = new Date(moment)
    const orders = [index, index + 1].map((quantity) => ({
      id: randomUUID(),
      items: [{ name: 'Oud', brand: 'Dom', quantity: quantity + 1, priceGrosze: 10_001 }],
      shippingGrosze: 1_699,
    }))
    await storeCheckout(db, orders, { ...TO_LOCKER, created_at })
    orderIds.push(...orders.map(({ id }) => id))
    const { orderId } = await storePrepaidOrder(db)
    await db.updateTable('orders').set({ created_at }).where('id', '=', orderId).execute()
    const payment = await db
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    orderIds.push(orderId)
    paymentIds.push(payment.id)
  }
})

/** The same sums, computed from the orders alone. */
async function sumOrders(db: Kysely<Database>, unit: FigureUnit) {
  const { rows } = await sql<Record<string, number>>`
    with sold as (
      select o.*, date_trunc(${unit}, o.created_at at time zone 'Europe/Warsaw') as period,
        (select sum(quantity) from order_items i where i.order_id = o.id) as pieces,
        (select coalesce(sum(r.amount_grosze), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id and r.status = 'succeeded') as refunded
      from orders o
      where o.status in ('paid', 'completed') or (o.status = 'pending' and o.payment = 'cash_on_delivery')
    )
    select count(distinct checkout_id)::int as checkouts, count(*)::int as orders, sum(pieces)::int as pieces,
      sum(items_grosze)::float8 as goods_grosze, sum(shipping_grosze)::float8 as shipping_grosze,
      sum(total_grosze)::float8 as total_grosze,
      coalesce(sum(total_grosze) filter (where payment = 'cash_on_delivery'), 0)::float8 as on_delivery_grosze,
      sum(refunded)::float8 as refunded_grosze
    from sold
    where period > date_trunc(${unit}, ${NOW}::timestamptz at time zone 'Europe/Warsaw') - ${SHOWN[unit]}::interval
    group by period order by period`.execute(db)
  return rows
}
const SHOWN = { day: '30 days', week: '13 weeks', month: '12 months' }

async function readAll(db: Kysely<Database>) {
  const figures = []
  for (const unit of FIGURE_UNITS) figures.push(await readSalesFigures(db, unit, NOW))
  return figures
}

/** Checks the figures. Afterwards no day is summed up. */
async function expectExactFigures(db: Kysely<Database>): Promise<void> {
  const figures = await readAll(db)
  await db.deleteFrom('sales_days').execute()
  expect(figures).toEqual(await readAll(db))
  for (const { unit, periods } of figures) {
    const sold = periods.filter(({ orders }) => orders > 0).map(({ start: _, ...sums }) => sums)
    expect(sold).toEqual(await sumOrders(db, unit))
  }
}

const setStatus = (db: Kysely<Database>, order: number, status: (typeof ORDER_STATUSES)[number]) =>
  db
    .updateTable('orders')
    .set({ status })
    .where('id', '=', orderIds[order] ?? '')
    .execute()

/** Moves the checkout of an order back to this moment. */
async function moveCheckout(db: Kysely<Database>, order: number, moment: string): Promise<void> {
  const checkout = db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderIds[order] ?? '')
  await db
    .updateTable('orders')
    .set({ created_at: new Date(moment) })
    .where('checkout_id', '=', checkout)
    .execute()
}

test('figures: days that are over are read from their sums, those of today and of changes from the orders', async ({
  database: { db },
}) => {
  await addUpSalesDays(db, NOW)
  const shown = async () => (await readSalesFigures(db, 'month', NOW)).periods.map(({ orders }) => orders)
  const before = await shown()
  await db
    .updateTable('sales_days')
    .set({ orders: sql<number>`orders + 100` })
    .where('day', '=', '2025-10-26')
    .execute()
  const falsified = await shown()
  expect(falsified[10]).toBe((before[10] ?? 0) + 100)
  await setStatus(db, 12, 'pending')
  await setStatus(db, 12, 'cancelled')
  await addUpSalesDays(db, NOW)
  await expectExactFigures(db)
})

const order = fc.nat(MOMENTS.length * 3 - 1)
const step = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), order, status: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({
    kind: fc.constant('refund' as const),
    payment: fc.nat(MOMENTS.length - 1),
    amount: fc.integer({ min: 1, max: 500 }),
    status: fc.constantFrom('pending', 'succeeded', 'failed'),
  }),
  fc.record({ kind: fc.constant('refunds' as const), status: fc.constantFrom('succeeded', 'failed') }),
  fc.record({ kind: fc.constant('move' as const), order, moment: fc.constantFrom(...MOMENTS) }),
  fc.record({ kind: fc.constant('add up' as const) }),
)

test('figures: exactly the sums of the orders, whatever changed since days were added up', async ({
  database: { db },
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await addUpSalesDays(db, NOW)
      for (const taken of steps) {
        if (taken.kind === 'status') await setStatus(db, taken.order, taken.status)
        else if (taken.kind === 'add up') await addUpSalesDays(db, NOW)
        else if (taken.kind === 'refunds') await db.updateTable('refunds').set({ status: taken.status }).execute()
        else if (taken.kind === 'move') await moveCheckout(db, taken.order, taken.moment)
        else {
          const { payment, amount, status } = taken
          const refund = {
            payment_id: paymentIds[payment] ?? '',
            amount_grosze: amount,
            status,
            reason: 'Zbity flakon',
          }
          await db
            .insertInto('refunds')
            .values({ ...refund, idempotency_key: randomUUID() })
            .execute()
        }
      }
      await expectExactFigures(db)
    }),
    { numRuns: 40 },
  )
})

test('figures: an order that is cancelled while its day is added up counts as cancelled', async ({
  database: { db },
}) => {
  const shown = async () => (await readSalesFigures(db, 'day', NOW)).now.orders
  await moveCheckout(db, 9, '2025-11-17T12:00:00Z')
  await setStatus(db, 0, 'pending')
  await setStatus(db, 9, 'pending')
  await addUpSalesDays(db, NOW)
  const before = await shown()
  await db.transaction().execute(async (trx) => {
    await setStatus(trx, 9, 'cancelled')
    await addUpSalesDays(db, NOW)
  })
  expect(await shown()).toBe(before - 1)
  await expectExactFigures(db)
})
