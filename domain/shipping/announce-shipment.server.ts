import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { findMailedParcel } from './mailed-shipment-queries.server.ts'
import { createReviewLink } from './review-link-store.server.ts'
import type { ShipmentStatus } from './shipment.ts'

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
  if (status !== 'shipped' && status !== 'delivered') return
  const { checkout_id, user_id: userId, email, tracking_number } = await findMailedParcel(trx, shipmentId)
  if (status === 'shipped' && tracking_number === null) return
  const keyOf = (template: string) => `${template}:${checkout_id}:${tracking_number ?? ''}`
  if (status === 'shipped') {
    const template = 'shipment-sent'
    return queueMail(trx, { key: keyOf(template), to: email, template, ids: { shipmentId } })
  }
  const template = 'shipment-delivered'
  const tokenId = await createReviewLink(trx, { userId, email })
  await queueMail(trx, { key: keyOf(template), to: email, template, ids: { shipmentId, tokenId } })
}
