import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import { recordTransfer } from '#domain/flows/refunds/record-transfer.server.ts'
import { updateShipments } from '#domain/flows/shipping/update-shipments.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { STATE_VERSION } from '#domain/kernel/lists/row-version-queries.server.ts'
import { changeOrderStatus } from '#domain/orders/order-store.server.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import { insertShipment } from '#domain/shipping/shipment-store.server.ts'
import { dateRows, openBooks } from './money-books.ts'
import { openProviderActs, type Scene } from './provider-acts.ts'
import { openReturnActs } from './return-acts.ts'
import { storeCheckout, TO_LOCKER } from './stored-checkout.ts'
import { drawFreeOrderIds, storePrepaidOrder } from './stored-payment.ts'

/** The acts of a person, the provider or the bank on an order, by payment method. */
export const ACTS = {
  prepaid: [
    'pay',
    'expire',
    'refund',
    'refund outside',
    'grow',
    'make refunds',
    'refund at the provider',
    'bring a refund back',
    'open a dispute',
    'win the dispute',
    'lose the dispute',
    'cancel',
    'cancel and refund',
    'ship',
    'deliver',
    'complete',
    'come back',
    'withdraw',
    'complain',
    'settle',
  ],
  cash_on_delivery: [
    'cancel',
    'ship',
    'deliver',
    'back to packing',
    'mark paid',
    'complete',
    'come back',
    'amend',
    'transfer',
    'withdraw',
    'complain',
    'settle',
  ],
} as const
type Way = keyof typeof ACTS
type ActName = (typeof ACTS)[Way][number]
/** `part`: the share of the available sum, 0 to 1. */
export type Act = { act: ActName; part: number; waitMs: number }

/**
 * A sequence of acts on a checkout, carried out by the shop's use cases on a simulated clock, and compared with the
 * expected money: the provider's ledger, and the money collected on delivery.
 */
export async function beginSequence(scene: Scene, { way, hasCode }: { way: Way; hasCode: boolean }, begin: Date) {
  const { db, memory } = scene
  let clock = begin
  const services = { ...scene.services, now: () => clock }
  const today = () => readWarsawClock(clock).day
  const money = openBooks(memory, today)
  const { books, book, till, readLedger } = money
  const { checkoutId, orderIds, userId } = await place()
  const [orderId = ''] = orderIds
  const { acts, paymentOf, refund } = openProviderActs({ db, memory, services }, money, { orderId, userId })
  const returnActs = openReturnActs({ db, memory, services }, money, { way, checkoutId, orderIds, userId })

  async function place() {
    const code = { code: 'KSIEGI', kind: 'sum' as const, value: 1_000 }
    if (hasCode)
      await db
        .insertInto('codes')
        .values(code)
        .onConflict((known) => known.doNothing())
        .execute()
    if (way === 'prepaid') {
      const order = await storePrepaidOrder(db, { stock: 50, expiresAt: new Date(clock.getTime() + 1_800_000) })
      if (hasCode) {
        // The same sum, reached by a higher price.
        await db
          .updateTable('order_items')
          .set({ unit_price_grosze: 10_401, discount_grosze: 1_002 })
          .where('order_id', '=', order.orderId)
          .execute()
        await db.updateTable('orders').set({ discount_code: code.code }).where('id', '=', order.orderId).execute()
      }
      return { ...order, orderIds: [order.orderId] }
    }
    const ids = await drawFreeOrderIds(db, 2)
    const checkoutId = await storeCheckout(
      db,
      ids.map((id, index) => ({
        id,
        items: [
          {
            name: 'Oud',
            brand: 'Dom',
            quantity: 2 + index,
            priceGrosze: 4_590 + 1_001 * index,
            stock: 50,
            ...(hasCode && { discountGrosze: 1_001 }),
          },
        ],
        shippingGrosze: index === 0 ? 1_999 : 0,
      })),
      { ...TO_LOCKER, created_at: clock, ...(hasCode && { discount_code: code.code }) },
    )
    const [user] = await db.selectFrom('checkouts').select('user_id').where('id', '=', checkoutId).execute()
    await db.transaction().execute(async (trx) => {
      for (const id of ids) await insertShipment(trx, id, { actor: 'system', reason: null })
    })
    return { checkoutId, orderIds: ids, userId: user?.user_id ?? '' }
  }

  if (way === 'cash_on_delivery') {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'total_grosze'])
      .where('checkout_id', '=', checkoutId)
      .execute()
    for (const { id, total_grosze } of rows) {
      till.set(id, { worth: total_grosze, state: 'due', delivered: false })
      book('sold', total_grosze)
    }
  }

  const setShipments = async (status: ShipmentStatus) => {
    const shipments = await db
      .selectFrom('shipments')
      .innerJoin('orders', 'orders.id', 'shipments.order_id')
      .select(['shipments.id', 'order_id', 'shipments.status', STATE_VERSION.as('version')])
      .where('order_id', 'in', orderIds)
      .execute()
    const kept = new Set<string>()
    for (const id of orderIds) if ((await statusOf(id)) !== 'cancelled') kept.add(id)
    const set = await updateShipments(services, userId, { shipments, status, knows: [] })
    if (!set.ok) {
      // Nobody else changes them, so that an old version is a mistake here.
      if (set.failure.reason === 'changed_meanwhile') throw new Error('the shipments have another version')
      return
    }
    for (const shipment of shipments) {
      const cash = till.get(shipment.order_id)
      if (!cash) continue
      if (status === 'cancelled') {
        if (kept.has(shipment.order_id)) closeTill(cash)
        // A delivered parcel comes back with its money collected.
        if (shipment.status === 'delivered' && cash.state === 'kept') cash.state = 'collected'
        continue
      }
      // A later status of a cancelled parcel takes its order back, which is due again unless it had been paid.
      if (shipment.status === 'cancelled' && cash.state === 'gone') {
        book('sold', cash.worth)
        cash.state = 'due'
      }
      // Cancelled as delivered; then the delivery was taken back as a mistake, and only then the parcel leaves anew.
      if (shipment.status === 'cancelled' && cash.state === 'kept') cash.state = 'due'
      cash.delivered = status === 'delivered'
    }
  }
  /** On delivery money counts as collected once the parcel is delivered or the owner says so. */
  const left = async (id: string) => {
    const { returned, paid } = await sumOf(id)
    return { returned, left: paid - returned }
  }
  const sumOf = async (id: string) => {
    const { returned } = await db
      .selectFrom('transfers')
      .select(sql<number>`coalesce(sum(amount_grosze), 0)::int`.as('returned'))
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const cash = till.get(id)
    const paid = cash && cash.state !== 'gone' && (cash.delivered || cash.state !== 'due') ? cash.worth : 0
    return { returned, paid }
  }
  const cancelOnDelivery = async (id: string) => {
    const by = { actor: 'admin', actorId: userId, reason: 'na prośbę' } as const
    const cash = till.get(id)
    if ((await cancelOrder(services, id, by)).ok && cash) closeTill(cash)
  }
  function closeTill(cash: { worth: number; state: string; delivered: boolean }): void {
    if (cash.state === 'collected') return
    if (cash.delivered) cash.state = 'kept'
    else {
      book('undone', cash.worth)
      cash.state = 'gone'
    }
  }

  const handlers: Record<ActName, (part: number) => Promise<void>> = {
    ...acts,
    ...returnActs,
    cancel: () => cancel(false),
    'cancel and refund': () => cancel(true),
    ship: () => setShipments('shipped'),
    deliver: () => setShipments('delivered'),
    'back to packing': () => setShipments('created'),
    'come back': () => setShipments('cancelled'),
    async complete() {
      const cash = till.get(orderId)
      const status = await statusOf(orderId)
      if (status !== 'paid' && !(status === 'pending' && cash?.delivered)) return
      const change = { actor: 'admin', actorId: userId, to: 'completed', reason: null } as const
      await db.transaction().execute((trx) => changeOrderStatus(trx, orderId, change))
      if (cash) cash.state = 'collected'
    },
    async 'mark paid'() {
      const cash = till.get(orderId)
      if (!cash) return
      const change = { actor: 'admin', actorId: userId, to: 'paid', reason: null } as const
      const status = await statusOf(orderId)
      if (status !== 'pending') return
      await db.transaction().execute((trx) => changeOrderStatus(trx, orderId, change))
      cash.state = 'collected'
    },
    async amend(part) {
      const cash = till.get(orderId)
      if (!cash || (await statusOf(orderId)) !== 'pending') return
      // For both pieces of its line.
      const difference = 2 * Math.round((part - 0.5) * 2_000)
      if (difference === 0 || cash.worth + difference < 4_000) return
      await db
        .updateTable('order_items')
        .set({ unit_price_grosze: sql<number>`unit_price_grosze + ${difference / 2}` })
        .where('order_id', '=', orderId)
        .execute()
      await db
        .updateTable('orders')
        .set({ items_grosze: sql<number>`items_grosze + ${difference}` })
        .where('id', '=', orderId)
        .execute()
      await db
        .insertInto('order_amendments')
        .values({ order_id: orderId, difference_grosze: difference, created_at: clock })
        .execute()
      cash.worth += difference
      book(difference > 0 ? 'sold' : 'undone', Math.abs(difference))
    },
    async transfer(part) {
      if (!till.has(orderId)) return
      const sums = await left(orderId)
      // A tenth more than the available sum, which has to be refused.
      const amountGrosze = Math.max(1, Math.ceil(sums.left * part * 1.1))
      const transfer = {
        transfer_id: randomUUID(),
        amount_grosze: amountGrosze,
        reason: 'przelew',
        returned_seen: sums.returned,
        purpose: 'goodwill' as const,
        returned: [],
        end_code: true,
      }
      const presses = await Promise.all(
        [1, 2].map(() => recordTransfer(services, userId, { orderId, restock: [], ...transfer })),
      )
      if (presses.some(({ ok }) => ok)) {
        if (amountGrosze > sums.left) throw new Error('more went back than was left')
        book('returned', amountGrosze)
      } else if (amountGrosze <= sums.left) throw new Error(`a transfer was refused: ${JSON.stringify(presses)}`)
    },
  }

  const statusOf = async (id: string) =>
    (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  async function cancel(withRefund: boolean): Promise<void> {
    if (way === 'cash_on_delivery') {
      for (const id of orderIds) await cancelOnDelivery(id)
      return
    }
    const by = { actor: 'admin', actorId: userId, reason: 'na prośbę' } as const
    const payment = await paymentOf()
    const cancelled = await cancelOrder(services, orderId, by)
    if (cancelled.ok && withRefund && payment) await refund(1, false)
  }

  await dateRows(db, checkoutId, clock)
  return {
    checkoutId,
    orderIds,
    books,
    today,
    /** Advances the clock and carries out the act. An act that the shop or the sequence does not allow does nothing. */
    async perform({ act, part, waitMs }: Act): Promise<void> {
      // Two acts never have one moment: what a change adds is not part of an order that was cancelled before.
      clock = new Date(clock.getTime() + Math.max(1, waitMs))
      await handlers[act](part)
      readLedger()
      await dateRows(db, checkoutId, clock)
    },
  }
}
