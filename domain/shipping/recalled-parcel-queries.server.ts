import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { QueuedMail } from '#domain/kernel/mail.ts'
import { selectRecalledPieces } from './admin/parcel-warnings-queries.server.ts'

/** Orders that left the shop with a piece of a recalled batch, each with the recall. Their buyers have to be warned. */
export const selectSentRecalled = (db: Kysely<Database>) =>
  selectRecalledPieces(db)
    .where('shipments.status', 'in', ['shipped', 'delivered'])
    .where('orders.anonymised_at', 'is', null)

/** A buyer with a recalled batch; one parcel has one buyer. */
export type WarnedBuyer = { recall_id: string; checkout_id: string; email: string }

/** The buyers to warn of recalls: of this one, or of all that concern an order. */
export function listWarnedBuyers(
  db: Kysely<Database>,
  of: { recallId: string } | { orderId: string },
): Promise<WarnedBuyer[]> {
  const sent = selectSentRecalled(db)
    .select(['recalls.id as recall_id', 'orders.checkout_id', 'orders.email'])
    .distinct()
  return ('recallId' in of ? sent.where('recalls.id', '=', of.recallId) : sent.where('orders.id', '=', of.orderId))
    .orderBy('orders.checkout_id')
    .execute()
}

/** The letter of a recall, which each buyer gets once. */
export const toRecallLetter = ({
  recall_id: recallId,
  checkout_id: checkoutId,
  email: to,
}: WarnedBuyer): QueuedMail => ({
  key: `product-recall:${recallId}:${checkoutId}`,
  to,
  template: 'product-recall',
  ids: { recallId, checkoutId },
})
