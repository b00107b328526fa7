import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import type { AdditionStatus } from '#domain/orders/changes/addition.ts'
import {
  findOpenAddition,
  findUnsettledAddition,
  type StoredAddition,
} from '#domain/orders/changes/addition-queries.server.ts'
import type { PiecesChange } from '#domain/orders/changes/parcel-change.ts'
import type { PiecesPlan } from '#domain/orders/changes/plan-pieces.ts'
import { ADDITION_REASON } from '#domain/payments/payment.ts'
import { changePaymentStatus } from '#domain/payments/payment-store.server.ts'
import { moveStock } from './stock-store.server.ts'

type NewAddition = {
  orderId: string
  paymentId: string
  wanted: PiecesChange['items']
  plan: PiecesPlan
  itemsBefore: string
  adminId: string
}

/** Stores an addition of a locked order and takes the pieces that it would add out of stock. The products are locked. */
export async function insertAddition(
  trx: Transaction<Database>,
  { orderId, paymentId, wanted, plan, itemsBefore, adminId }: NewAddition,
): Promise<void> {
  const cause = { reason: 'held', order_id: orderId, user_id: adminId } as const
  await moveStock(trx, { taken: plan.taken, returned: [] }, cause)
  await trx
    .insertInto('order_additions')
    .values({
      payment_id: paymentId,
      wanted: JSON.stringify(wanted),
      plan: JSON.stringify(plan),
      items_before: itemsBefore,
      admin_id: adminId,
    })
    .execute()
}

/** Closes an addition of a locked order. The pieces that an open one held return to stock, unless it is made. */
export async function closeAddition(
  trx: Transaction<Database>,
  { paymentId, orderId, status, plan }: Pick<StoredAddition, 'paymentId' | 'orderId' | 'status' | 'plan'>,
  as: Exclude<AdditionStatus, 'open'>,
): Promise<void> {
  await trx
    .updateTable('order_additions')
    .set({ status: as, closed_at: sql<Date>`now()` })
    .where('payment_id', '=', paymentId)
    .execute()
  if (status !== 'open' || as === 'applied') return
  await moveStock(trx, { taken: [], returned: plan.taken }, { reason: 'released', order_id: orderId })
}

/** Gives up the open addition of a locked order that is cancelled. A job ends its payment. */
export async function dropAddition(trx: Transaction<Database>, orderId: string): Promise<void> {
  const open = await findOpenAddition(trx, orderId)
  if (open) await closeAddition(trx, open, 'given_up')
}

/** Gives up the addition of a locked order that is changed otherwise, with its payment, whose page has ended. */
export async function dropReplaced(trx: Transaction<Database>, orderId: string, by: Actor): Promise<void> {
  const replaced = await findUnsettledAddition(trx, orderId)
  if (!replaced) return
  if (replaced.status === 'open') await closeAddition(trx, replaced, 'given_up')
  if (replaced.paymentStatus === 'open') await endAdditionPayment(trx, replaced.paymentId, by)
}

/** Ends the payment of an addition whose page has ended. */
export async function endAdditionPayment(trx: Transaction<Database>, paymentId: string, by: Actor): Promise<void> {
  const ended = await changePaymentStatus(trx, paymentId, { ...by, to: 'expired', reason: ADDITION_REASON })
  if (!ended.ok) throw new Error(`payment ${paymentId} cannot be ended: ${ended.failure.reason}`)
}

/** Makes what others saw of an order outdated: an addition was proposed or closed, which packing has to know. */
export async function touchOrder(trx: Transaction<Database>, orderId: string): Promise<void> {
  await sql`update orders set updated_at = now() where id = ${orderId}`.execute(trx)
}

/** Mails the buyer about an addition: that it waits for a payment, or what became of it. */
export async function mailAddition(
  trx: Transaction<Database>,
  { paymentId, email }: { paymentId: string; email: string },
  about: 'open' | 'closed',
): Promise<void> {
  const key = `order-addition:${paymentId}:${about}`
  await queueMail(trx, { key, to: email, template: 'order-addition', ids: { paymentId } })
}

/** Tells the owner that an addition will not be made. */
export async function noteUnpaidAddition(trx: Transaction<Database>, paymentId: string): Promise<void> {
  await trx
    .insertInto('owner_notices')
    .values({ key: `payment:${paymentId}`, kind: 'payment', subject_id: paymentId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
