import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { QueuedMail } from '#domain/kernel/mail.ts'
import { PIECES_TAKEN_OUT } from './admin/parcel-warnings-queries.server.ts'

/** Orders that left the shop with a piece of a recalled batch, each with the recall. Their buyers have to be warned. */
export const selectSentRecalled = (db: Kysely<Database>) =>
  db
    .selectFrom('recalls')
    .innerJoin('packed_batches', (join) =>
      join
        .onRef('packed_batches.product_id', '=', 'recalls.product_id')
        .onRef('packed_batches.batch', '=', 'recalls.batch'),
    )
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'packed_batches.order_id')
        .onRef('order_items.product_id', '=', 'packed_batches.product_id'),
    )
    .innerJoin('orders', 'orders.id', 'packed_batches.order_id')
    .innerJoin('shipments', 'shipments.order_id', 'orders.id')
    .where('shipments.status', 'in', ['shipped', 'delivered'])
    .where('orders.anonymised_at', 'is', null)
    .where(sql<boolean>`order_items.quantity > ${PIECES_TAKEN_OUT}`)

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
