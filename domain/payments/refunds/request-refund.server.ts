import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Allocation, toAllocationColumns } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { SoldAgain } from '#domain/kernel/order-words/order-act-fields.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { changePaymentStatus } from '#domain/payments/payment-store.server.ts'
import { findNextCheck } from '#domain/payments/settlement/settlement.ts'
import { type LockedAttempt, storeNextCheck } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { decideRefundedStatus, listRefundSteps } from './refund.ts'
import { insertRefund, listRefunds } from './refund-store.server.ts'

/** A payment with its money, locked by the caller. */
type PaidAttempt = Pick<LockedAttempt, 'id' | 'orderId' | 'status' | 'amountGrosze' | 'expiresAt' | 'lostGrosze'>

/**
 * The amount to refund, why, and what of the sale it lowers. `id`: of the refund, if a repeated call must be recognised.
 * `followsId`: the refund that this one completes, because its payment did not contain the whole sum. `restock`: the
 * pieces that are sold again if it cancels the order.
 */
type WantedRefund = {
  id?: string
  followsId?: string
  amountGrosze: Grosze
  reason: string
  allocation: Allocation
  restock?: readonly SoldAgain[] | undefined
  by: Actor
}

/**
 * Refunds a paid payment in whole or in part: stores the refund in the caller's transaction, with the job that makes it
 * at the provider. The caller has checked that enough is left.
 */
export async function requestRefund(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  trx: Transaction<Database>,
  { id, orderId, status, amountGrosze, expiresAt, lostGrosze }: PaidAttempt,
  wanted: WantedRefund,
): Promise<void> {
  const refundId = wanted.id ?? crypto.randomUUID()
  const { reason, allocation, restock, by, followsId = null } = wanted
  const what = { amount_grosze: wanted.amountGrosze, reason, ...toAllocationColumns(allocation), restock }
  const refund = { id: refundId, payment_id: id, follows_id: followsId, ...what }
  await insertRefund(trx, orderId, { ...refund, idempotency_key: `refund:${refundId}` }, by)
  const next = decideRefundedStatus(amountGrosze, { refunds: await listRefunds(trx, id), lostGrosze })
  for (const to of listRefundSteps(status, next)) {
    const changed = await changePaymentStatus(trx, id, { ...by, to, reason })
    if (!changed.ok) throw new Error(`payment ${id} cannot be refunded: ${changed.failure.reason}`)
  }
  // The provider is asked until it has made the refund, even when the payment stays paid because the refund is partial.
  const nextCheck = findNextCheck({ status: 'refund_pending', checks: 0, expiresAt }, now())
  await storeNextCheck(trx, { id, status: next }, { checks: 0, next_check_at: nextCheck })
  await jobs.enqueue(trx, 'refund-payment', { refundId })
}
