import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import type { Services } from '#domain/services.ts'
import { changePaymentStatus } from './payment-store.server.ts'
import { insertRefund } from './refund-store.server.ts'
import { findNextCheck } from './settlement.ts'
import { storeNextCheck } from './settlement-store.server.ts'

/** The whole of a payment that is to go back, and why. */
type WantedRefund = { id: string; orderId: string; amountGrosze: Grosze; expiresAt: Date; reason: string }

/** Gives a paid payment back: stores the refund in the caller's transaction, with the job that makes it at the provider. */
export async function requestRefund(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  trx: Transaction<Database>,
  { id, orderId, amountGrosze, expiresAt, reason }: WantedRefund,
): Promise<void> {
  const refundId = crypto.randomUUID()
  const refund = { id: refundId, payment_id: id, amount_grosze: amountGrosze, reason }
  await insertRefund(trx, orderId, { ...refund, idempotency_key: `refund:${refundId}` }, { actor: 'system' })
  const status = 'refund_pending'
  const changed = await changePaymentStatus(trx, id, { actor: 'system', to: status, reason })
  if (!changed.ok) throw new Error(`payment ${id} cannot be refunded: ${changed.failure.reason}`)
  await storeNextCheck(
    trx,
    { id, status },
    { checks: 0, next_check_at: findNextCheck({ status, checks: 0, expiresAt }, now()) },
  )
  await jobs.enqueue(trx, 'refund-payment', { refundId })
}
