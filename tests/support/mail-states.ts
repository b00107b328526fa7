import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PREPAID, renumber, storeCheckout, TO_LOCKER, TWO_ORDERS } from './stored-checkout.ts'

const PLACES = ['shop', 'sent', 'delivered', 'returned'] as const
type Place = (typeof PLACES)[number]
const MONEY = ['unpaid', 'paid', 'part refunded', 'refunded', 'due', 'collected'] as const
export type Money = (typeof MONEY)[number]
const ORDERS = ['one', 'several', 'one of several cancelled', 'all cancelled'] as const
type Orders = (typeof ORDERS)[number]
export type State = { place: Place; money: Money; orders: Orders }

export const isAhead = (money: Money) => money !== 'due' && money !== 'collected'

/** The states that the shop allows: nothing unpaid is sent, the carrier collects on delivery, one order is prepaid. */
function isPossible({ place, money, orders }: State): boolean {
  if (money === 'unpaid') return place === 'shop' && (orders === 'one' || orders === 'all cancelled')
  if (isAhead(money) && (orders === 'several' || orders === 'one of several cancelled')) return false
  if (money === 'due' && place === 'delivered') return false
  if (money === 'collected' && place !== 'delivered') return false
  // A sent parcel is not cancelled; one refunded in full before dispatch is.
  if (orders === 'all cancelled') return place === 'shop' && money !== 'collected'
  return !(money === 'refunded' && place === 'shop')
}

export const STATES: State[] = PLACES.flatMap((place) =>
  MONEY.flatMap((money) => ORDERS.map((orders) => ({ place, money, orders }))),
).filter(isPossible)

const NUMBER = '620099990000111122223333'
const REFUND_GROSZE = { 'part refunded': 5_000 } as Partial<Record<Money, number>>

/** Stores a checkout in a state. Returns the ids of its rows, and what is true of its money. */
export async function store(db: Kysely<Database>, { place, money, orders }: State) {
  const ahead = isAhead(money)
  const rows = renumber(orders === 'one' || ahead ? [TWO_ORDERS[0]] : TWO_ORDERS)
  const checkoutId = await storeCheckout(db, rows, ahead ? PREPAID : TO_LOCKER)
  const stored = await db.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).orderBy('id').execute()
  const isCancelled = (index: number) =>
    orders === 'all cancelled' || (orders === 'one of several cancelled' && index === 0)
  const number = `${NUMBER}${Math.trunc(Math.random() * 1e9)}`
  let shipmentId = ''
  for (const [index, order] of stored.entries()) {
    const cancelled = isCancelled(index)
    const status = cancelled ? 'cancelled' : ahead && money !== 'unpaid' ? 'paid' : 'pending'
    await db.updateTable('orders').set({ status }).where('id', '=', order.id).execute()
    if (cancelled) {
      const event = { subject: 'order', from_status: 'pending', to_status: 'cancelled', actor: 'admin' } as const
      await db
        .insertInto('order_events')
        .values({ ...event, order_id: order.id, actor_id: null, reason: null })
        .execute()
    }
    if (money === 'unpaid') continue
    const shipped = place === 'shop' ? 'created' : place === 'delivered' ? 'delivered' : 'shipped'
    const { id } = await db
      .insertInto('shipments')
      .values({
        order_id: order.id,
        receiver_name: 'Łucja Ćwik',
        receiver_phone: order.phone,
        receiver_email: order.email,
        parcel_locker_id: null,
        parcel_locker_name: null,
        label_url: null,
        tracking_number: cancelled ? null : number,
        status: cancelled ? 'cancelled' : shipped,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (shipmentId === '' || !cancelled) shipmentId = id
  }
  if (place === 'returned') {
    await db
      .insertInto('carrier_shipments')
      .values({
        checkout_id: checkoutId,
        reference: crypto.randomUUID(),
        status: 'confirmed',
        carrier_id: crypto.randomUUID(),
        carrier_status: 'returned_to_sender',
        tracking_number: number,
        locker_template: 'small',
        length_mm: 1,
        width_mm: 1,
        height_mm: 1,
        weight_grams: 1,
      })
      .execute()
  }
  const kept = stored.filter((_, index) => !isCancelled(index))
  const sum = (some: typeof stored) => some.reduce((total, { total_grosze }) => total + total_grosze, 0)
  const paid = money === 'unpaid' || money === 'due' ? 0 : ahead ? sum(stored) : sum(kept)
  const returned = money === 'refunded' ? paid : (REFUND_GROSZE[money] ?? 0)
  const payments = ahead
    ? await storePayments(db, stored[0]?.id ?? '', { money, total: sum(stored), returned })
    : { failedId: null, refundId: null }
  return { checkoutId, stored, kept, shipmentId, number, paid, returned, keptGrosze: sum(kept), ...payments }
}

async function storePayments(
  db: Kysely<Database>,
  orderId: string,
  { money, total, returned }: { money: Money; total: number; returned: number },
) {
  const attempt = (nth: number, status: 'expired' | 'paid' | 'refunded') =>
    db
      .insertInto('payments')
      .values({
        order_id: orderId,
        attempt: nth,
        provider: 'stripe',
        mode: 'test',
        provider_session_id: null,
        provider_payment_id: null,
        status,
        amount_grosze: total,
        expires_at: new Date(),
        paid_at: status === 'expired' ? null : new Date(),
        refunded_at: status === 'refunded' ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: failedId } = await attempt(1, 'expired')
  if (money === 'unpaid') return { failedId, refundId: null }
  const { id: payment_id } = await attempt(2, money === 'refunded' ? 'refunded' : 'paid')
  if (returned === 0) return { failedId, refundId: null }
  const refund = { payment_id, amount_grosze: returned, reason: 'admin', idempotency_key: crypto.randomUUID() }
  const { id: refundId } = await db.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow()
  return { failedId, refundId }
}

export type Stored = Awaited<ReturnType<typeof store>>

/** A withdrawal, or a complaint accepted as one, for all ordered pieces. */
export async function storeCase(
  db: Kysely<Database>,
  { checkoutId, stored }: Stored,
  kind: 'withdrawal' | 'complaint',
) {
  const accepted = { demand: 'withdrawal', decision: 'accepted', answer: 'Uznajemy.', answered_at: new Date() } as const
  const { id } = await db
    .insertInto('return_cases')
    .values({
      kind,
      submission_key: crypto.randomUUID(),
      received_at: new Date(),
      name: 'Łucja Ćwik',
      order_number: stored[0]?.id.slice(0, 8) ?? '',
      email: 'anna@example.test',
      declared_items: null,
      items_note: null,
      reason: 'powód',
      match: 'typed',
      checkout_id: checkoutId,
      ...(kind === 'complaint' ? accepted : { demand: null }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('order_items')
    .select(['id', 'quantity'])
    .where(
      'order_id',
      'in',
      stored.map((order) => order.id),
    )
    .execute()
  const pieces = items.map(({ id: order_item_id, quantity }) => ({ case_id: id, order_item_id, quantity }))
  await db.insertInto('return_items').values(pieces).execute()
  return id
}
