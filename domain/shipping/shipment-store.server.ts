import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeStatus, insertEvents } from '#domain/kernel/database/status-store.server.ts'
import { LINK_LIFETIME_MS } from '#domain/kernel/link-tokens.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Actor, StatusChange } from '#domain/kernel/transitions.ts'
import { listWarnedBuyers, toRecallLetter } from './recalled-parcel-queries.server.ts'
import { SHIPMENT_TRANSITIONS, type ShipmentStatus } from './shipment.ts'
import { findMailedParcel } from './shipment-queries.server.ts'

const isGone = (status: ShipmentStatus) => status === 'shipped' || status === 'delivered'

/**
 * Changes the status of a shipment, archived or not, and writes the order event and the customer's mail; who is sent a
 * batch that was recalled before is warned of it. Refuses the present status.
 */
export async function changeShipmentStatus(
  trx: Transaction<Database>,
  shipmentId: string,
  change: StatusChange<ShipmentStatus>,
) {
  const changed = await changeStatus(trx, 'shipment', SHIPMENT_TRANSITIONS, shipmentId, change)
  if (!changed.ok) return changed
  await announceShipment(trx, shipmentId, change.to)
  const { from, orderId } = changed.value
  if (isGone(change.to) && !isGone(from)) {
    for (const buyer of await listWarnedBuyers(trx, { orderId })) await queueMail(trx, toRecallLetter(buyer))
  }
  return changed
}

/** Locks the shipment of an order until the transaction ends, if it was not handed over. */
function lockUnsentShipment(trx: Transaction<Database>, orderId: string) {
  return trx
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['created', 'processing'])
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a packed parcel, with all its orders, as to be packed again, because its contents changed. */
export async function unpackParcel(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<void> {
  const unpacked = await trx
    .updateTable('shipments')
    .set({ packed_at: null })
    .where('packed_at', 'is not', null)
    .where('status', 'in', ['created', 'processing'])
    .where(
      'order_id',
      'in',
      sql<string>`(select id from orders where checkout_id = (select checkout_id from orders where id = ${orderId}))`,
    )
    .returning(['order_id', 'status'])
    .execute()
  const event = { subject: 'shipment', to: 'unpacked', ...by } as const
  await insertEvents(trx, ...unpacked.map(({ order_id: orderId, status: from }) => ({ ...event, orderId, from })))
}

/** Inserts the shipment of an order with the recipient given in the order. */
export async function insertShipment(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<void> {
  await sql`
    insert into shipments
      (order_id, receiver_name, receiver_phone, receiver_email, parcel_locker_id, parcel_locker_name)
    select id, first_name || ' ' || last_name, phone, coalesce(receiver_email, email), parcel_locker_id, parcel_locker_name
    from orders where id = ${orderId}`.execute(trx)
  await insertEvents(trx, { orderId, subject: 'shipment', from: null, to: 'created', ...by })
}

/**
 * Mails the customer that a parcel was sent, once its number is known, or delivered. Orders of one checkout are sent
 * together under one number, so the first of their shipments that reaches a status represents all. A corrected number
 * is mailed as well.
 */
export async function announceShipment(
  trx: Transaction<Database>,
  shipmentId: string,
  status: ShipmentStatus,
): Promise<void> {
  if (!isGone(status)) return
  const { checkout_id, user_id: userId, email, payment, tracking_number } = await findMailedParcel(trx, shipmentId)
  // The marketplace that sold it tells its buyer.
  if (payment === 'elsewhere' || (status === 'shipped' && tracking_number === null)) return
  const keyOf = (template: string) => `${template}:${checkout_id}:${tracking_number ?? ''}`
  if (status === 'shipped') {
    const template = 'shipment-sent'
    return queueMail(trx, { key: keyOf(template), to: email, template, ids: { shipmentId } })
  }
  const template = 'shipment-delivered'
  const tokenId = await createReviewLink(trx, { userId, email })
  await queueMail(trx, { key: keyOf(template), to: email, template, ids: { shipmentId, tokenId } })
}

/**
 * Inserts the link of the mail about a delivered parcel, which opens the customer's account with this address for
 * reviews. Returns its id; null when there is no such account. The admin gets no link. Links of other parcels stay
 * valid.
 */
async function createReviewLink(
  trx: Transaction<Database>,
  { userId, email }: { userId: string; email: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into account_links (purpose, email, user_id, expires_at)
    select 'review', email, id, now() + ${`${LINK_LIFETIME_MS.review} milliseconds`}::interval
    from users where id = ${userId} and email = ${email} and role = 'customer' and deleted_at is null
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/**
 * Cancels the shipment of an order while the parcel is still in the shop, so that it is not packed and sent. A parcel of
 * several orders that was packed has to be packed again. False when the parcel had left the shop.
 */
export async function cancelUnsentShipment(
  trx: Transaction<Database>,
  orderId: string,
  by: Actor & { reason: string | null },
): Promise<boolean> {
  const unsent = await lockUnsentShipment(trx, orderId)
  if (!unsent) return false
  await changeShipmentStatus(trx, unsent.id, { ...by, to: 'cancelled' })
  await unpackParcel(trx, orderId, by)
  return true
}

/** Whether the parcel of an order is still in the shop. Locks its shipment until the transaction ends. */
export async function isUnsent(trx: Transaction<Database>, orderId: string): Promise<boolean> {
  return (await lockUnsentShipment(trx, orderId)) !== undefined
}
