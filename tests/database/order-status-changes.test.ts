import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { ORDER_STATUSES, ORDER_TRANSITIONS } from '#domain/kernel/order-words/order-status.ts'
import { isTransitionAllowed } from '#domain/kernel/transitions.ts'
import { changeOrderStatus } from '#domain/orders/order-store.server.ts'
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS, type PaymentStatus } from '#domain/payments/payment.ts'
import { changePaymentStatus } from '#domain/payments/payment-store.server.ts'
import { SHIPMENT_STATUSES, SHIPMENT_TRANSITIONS } from '#domain/shipping/shipment.ts'
import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type CartItem, cart, productsOnSale } from '#tests/support/orders.ts'

const ADMIN = '99999999-0000-4000-8000-000000000009'
const byAdmin = { actor: 'admin', actorId: ADMIN, reason: 'phone call' } as const
const bySystem = { actor: 'system', reason: null } as const

/** Orders these items through the API. Returns the first order's id. */
async function orderOf(api: Api, items: readonly CartItem[]): Promise<string> {
  const answer = await (await api.customer()).order(cart(items))
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { orderId: string }).orderId
}

async function stockOf({ db }: Pick<Api, 'db'>, { id }: CartItem) {
  return db
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const eventsOf = (db: Kysely<Database>, orderId: string) =>
  db
    .selectFrom('order_events')
    .select(['subject', 'from_status', 'to_status', 'actor', 'actor_id', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

async function firstProduct(api: Api, stock: number | null): Promise<CartItem> {
  const [product] = await productsOnSale(api, 1, stock)
  if (!product) throw new Error('no product')
  return product
}

test('a placed order begins with its events: who placed it, and its shipment', async ({ api }) => {
  const orderId = await orderOf(api, [await firstProduct(api, null)])
  const { user_id } = await api.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(await eventsOf(api.db, orderId)).toEqual([
    { subject: 'order', from_status: null, to_status: 'pending', actor: 'customer', actor_id: user_id, reason: null },
    { subject: 'shipment', from_status: null, to_status: 'created', actor: 'system', actor_id: null, reason: null },
  ])
})

test('order: every change follows the table of transitions; an allowed one writes an event', async ({ api }) => {
  const orderId = await orderOf(api, [await firstProduct(api, null)])
  for (const from of ORDER_STATUSES) {
    for (const to of ORDER_STATUSES) {
      await api.db.updateTable('orders').set({ status: from }).where('id', '=', orderId).execute()
      const before = await eventsOf(api.db, orderId)
      const changed = await api.db.transaction().execute((trx) => changeOrderStatus(trx, orderId, { ...byAdmin, to }))
      const added = (await eventsOf(api.db, orderId)).slice(before.length)
      if (isTransitionAllowed(ORDER_TRANSITIONS, from, to)) {
        expect(changed).toEqual({ ok: true, value: { orderId, from } })
        expect(added).toEqual([
          { subject: 'order', from_status: from, to_status: to, actor: 'admin', actor_id: ADMIN, reason: 'phone call' },
        ])
      } else {
        expect(changed).toEqual({ ok: false, failure: { reason: 'transition_not_allowed', from, to } })
        expect(added).toEqual([])
      }
    }
  }
})

test('shipment: any other status is recorded, also of an archived one, and the same one is refused', async ({
  api,
}) => {
  const orderId = await orderOf(api, [await firstProduct(api, null)])
  const { id } = await api.db
    .updateTable('shipments')
    .set({ archived_at: new Date() })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const from of SHIPMENT_STATUSES) {
    for (const to of SHIPMENT_STATUSES) {
      await api.db.updateTable('shipments').set({ status: from }).where('id', '=', id).execute()
      const changed = await api.db.transaction().execute((trx) => changeShipmentStatus(trx, id, { ...byAdmin, to }))
      expect(changed.ok).toBe(isTransitionAllowed(SHIPMENT_TRANSITIONS, from, to))
      if (changed.ok)
        expect((await eventsOf(api.db, orderId)).at(-1)).toMatchObject({ subject: 'shipment', to_status: to })
    }
  }
})

test('payment: every change follows the table of transitions, with the times of payment and refund', async ({
  api,
}) => {
  const orderId = await orderOf(api, [await firstProduct(api, null)])
  const insert = (status: PaymentStatus, attempt: number) =>
    api.db
      .insertInto('payments')
      .values({
        order_id: orderId,
        attempt,
        provider: 'stripe',
        mode: 'test',
        status,
        amount_grosze: 100,
        expires_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id } = await insert('open', 1)
  for (const from of PAYMENT_STATUSES) {
    for (const to of PAYMENT_STATUSES) {
      await api.db.updateTable('payments').set({ status: from }).where('id', '=', id).execute()
      const changed = await api.db
        .transaction()
        .execute((trx) => changePaymentStatus(trx, id, { actor: 'provider', reason: null, to }))
      expect(changed.ok).toBe(isTransitionAllowed(PAYMENT_TRANSITIONS, from, to))
    }
  }
  const stored = await api.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([stored.paid_at, stored.refunded_at]).toEqual([expect.any(Date), expect.any(Date)])

  // A provider can report a second attempt as paid as well. That is a refund, never an error.
  await api.db.updateTable('payments').set({ status: 'paid' }).where('id', '=', id).execute()
  const late = await insert('expired', 2)
  const second = await api.db
    .transaction()
    .execute((trx) => changePaymentStatus(trx, late.id, { actor: 'provider', reason: 'paid late', to: 'paid' }))
  expect(second).toEqual({ ok: true, value: { orderId, from: 'expired' } })
})

test('an event is written with its change or not at all, and cannot be rewritten', async ({ api }) => {
  const orderId = await orderOf(api, [await firstProduct(api, null)])
  const before = await eventsOf(api.db, orderId)
  const broken = api.db.transaction().execute(async (trx) => {
    await changeOrderStatus(trx, orderId, { ...bySystem, to: 'completed' })
    throw new Error('something else failed')
  })
  await expect(broken).rejects.toThrow('something else failed')
  expect(await eventsOf(api.db, orderId)).toEqual(before)
  await expect(api.db.updateTable('order_events').set({ to_status: 'paid' }).execute()).rejects.toThrow('append-only')
})

test('cancelOrder: 20 at once cancel once and give the stock back once', async ({ api }) => {
  const product = { ...(await firstProduct(api, 5)), quantity: 3 }
  const orderId = await orderOf(api, [product])
  expect(await stockOf(api, product)).toEqual({ stock_quantity: 2, out_of_stock: false })
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancelOrder(api.services, orderId, byAdmin)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter(({ ok }) => !ok)).toEqual(
    Array(19).fill({ ok: false, failure: { reason: 'transition_not_allowed', from: 'cancelled', to: 'cancelled' } }),
  )
  expect(await stockOf(api, product)).toEqual({ stock_quantity: 5, out_of_stock: false })
  const cancelled = (await eventsOf(api.db, orderId)).filter(({ to_status }) => to_status === 'cancelled')
  expect(cancelled.map(({ subject }) => subject)).toEqual(['order', 'shipment'])
})

test('cancelOrder: a product that ran out is on sale again; one the admin marked as sold out is not', async ({
  api,
}) => {
  const last = await firstProduct(api, 1)
  const lastOrder = await orderOf(api, [last])
  expect(await stockOf(api, last)).toEqual({ stock_quantity: 0, out_of_stock: true })
  expect(await cancelOrder(api.services, lastOrder, byAdmin)).toMatchObject({ ok: true })
  expect(await stockOf(api, last)).toEqual({ stock_quantity: 1, out_of_stock: false })

  const marked = await firstProduct(api, 4)
  const markedOrder = await orderOf(api, [marked])
  await api.db.updateTable('products').set({ out_of_stock: true }).where('id', '=', marked.id).execute()
  expect(await cancelOrder(api.services, markedOrder, byAdmin)).toMatchObject({ ok: true })
  expect(await stockOf(api, marked)).toEqual({ stock_quantity: 4, out_of_stock: true })
})

test('cancelOrder: a shipment that waits is cancelled with its order, one that was handed over is not', async ({
  api,
}) => {
  for (const [before, after] of [
    ['created', 'cancelled'],
    ['processing', 'cancelled'],
    ['shipped', 'shipped'],
    ['delivered', 'delivered'],
  ] as const) {
    const orderId = await orderOf(api, [await firstProduct(api, null)])
    const shipment = api.db.updateTable('shipments').where('order_id', '=', orderId)
    await shipment.set({ status: before }).execute()
    expect(await cancelOrder(api.services, orderId, byAdmin)).toMatchObject({ ok: true })
    const { status } = await api.db
      .selectFrom('shipments')
      .select('status')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(status).toBe(after)
  }
})

test('cancelOrder: pieces that were never counted are not added to stock', async ({ api }) => {
  const product = await firstProduct(api, null)
  const orderId = await orderOf(api, [product])
  await api.db.updateTable('products').set({ stock_quantity: 7 }).where('id', '=', product.id).execute()
  await cancelOrder(api.services, orderId, byAdmin)
  expect(await stockOf(api, product)).toMatchObject({ stock_quantity: 7 })
})

test('cancelOrder: an unknown order is not found', async ({ api }) => {
  expect(await cancelOrder(api.services, ADMIN, byAdmin)).toEqual({ ok: false, failure: { reason: 'not_found' } })
})

test('cancelOrder: amid orders of the same products nothing deadlocks, and the stock adds up', async ({ api }) => {
  const items = await productsOnSale(api, 4, 100)
  const buyers = await Promise.all(Array.from({ length: 10 }, () => api.customer()))
  const place = async (index: number) => {
    const turned = index % 2 === 0 ? items : items.toReversed()
    const answer = await buyers[index % 10]?.order(cart(turned))
    return answer ? ((await answer.json()) as { orderIds: string[] }).orderIds : []
  }
  const placed = (await Promise.all(Array.from({ length: 10 }, (_, index) => place(index)))).flat()
  const [cancelled] = await Promise.all([
    Promise.all(placed.map((orderId) => cancelOrder(api.services, orderId, byAdmin))),
    Promise.all(Array.from({ length: 10 }, (_, index) => place(index))),
  ])
  expect(cancelled.every(({ ok }) => ok)).toBe(true)
  for (const item of items) expect(await stockOf(api, item)).toMatchObject({ stock_quantity: 90 })
})
