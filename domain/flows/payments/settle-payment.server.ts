import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isCarrierAsked, lapseAddition, makeAddition } from '#domain/flows/orders/settle-addition.server.ts'
import { cancelUnpaidOrder, markOrderPaid } from '#domain/flows/orders/settle-order.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { allocateMoney } from '#domain/money/allocation-queries.server.ts'
import { isInvoiceWanted } from '#domain/papers/invoices/invoice-queries.server.ts'
import { ADDITION_REASON, type PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentSession } from '#domain/payments/payment-provider.ts'
import { changePaymentStatus } from '#domain/payments/payment-store.server.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import { decideSettlement, findNextCheck } from '#domain/payments/settlement/settlement.ts'
import {
  type LockedAttempt,
  listOpenSiblings,
  lockAttempt,
  storeNextCheck,
  storeSessionFacts,
} from '#domain/payments/settlement/settlement-store.server.ts'
import { storeStrayPayment } from '#domain/payments/settlement/stray-payment-store.server.ts'
import type { Services } from '#domain/services.ts'

export type SettlementServices = Pick<Services, 'db' | 'jobs' | 'now' | 'profile'>

/** The outcome of a settlement. `refunding`: the money arrived, but it pays for nothing, so it is refunded. */
type Settled = 'paid' | 'refunding' | 'expired' | 'failed' | 'unchanged' | 'mismatch' | 'unknown'

/**
 * Stores the result of a session that was just read at the provider. This is the only place where a payment becomes
 * paid, expired or failed. Paid: the order is paid, with its shipment and a mail. An order cancelled for lack of
 * payment is restored if its pieces are in stock; any other money is refunded. Not paid: the order is cancelled, its
 * pieces return to stock, and a mail says how to pay again. All of it is one transaction, so that it happens once,
 * however often and in whatever order this is called. A payment for a change of its order makes the change, or is
 * refunded; `busy` while the carrier is asked for a label, which the change would outdate. A session that does not match the payment changes nothing and is
 * logged; if it was paid, its money is stored as a stray payment.
 */
export async function settlePayment(
  services: SettlementServices,
  session: PaymentSession,
): Promise<Result<Settled, Busy>> {
  const { paymentId } = session
  if (paymentId === null || !isUuid(paymentId)) return ok(await reportUnknown(services.db, session))
  return transact<Settled, Busy>(services.db, async (trx) => {
    const attempt = await lockAttempt(trx, paymentId)
    if (!attempt) return ok(await reportUnknown(trx, session))
    const verdict = decideSettlement(attempt, session)
    if (verdict.kind === 'mismatch') {
      const fields = { payment: attempt.id, mode: attempt.mode, differs: verdict.differs.join(', ') }
      log.error('A payment session does not match its payment: nothing was changed', fields)
      if (session.paid) await storeStrayPayment(trx, session, attempt.id)
      return ok('mismatch')
    }
    if (attempt.providerSessionId === null) {
      await storeSessionFacts(trx, attempt.id, { provider_session_id: session.id })
    }
    switch (verdict.kind) {
      case 'unchanged':
        return ok('unchanged')
      case 'ended':
        return ok(await endAttempt(services, trx, attempt, verdict.as))
      case 'paid':
        await storeSessionFacts(trx, attempt.id, {
          provider_session_id: session.id,
          provider_payment_id: verdict.providerPaymentId,
          paid_with: session.paidWith,
        })
        if (attempt.isAddition && (await isCarrierAsked(trx, attempt.orderId))) return fail({ reason: 'busy' })
        // Events about refunds may have arrived before the payment was known.
        if (session.refundedGrosze > 0) await services.jobs.enqueue(trx, 'sync-refunds', { paymentId: attempt.id })
        return ok(await acceptMoney(services, trx, attempt))
    }
  })
}

/**
 * Ends a payment whose session is known not to exist, so that nobody can pay it. A payment that is not open stays as it
 * is.
 */
export function endPaymentWithoutSession(
  services: SettlementServices,
  paymentId: string,
): Promise<Result<Settled, Busy>> {
  return transact<Settled, Busy>(services.db, async (trx) => {
    const attempt = await lockAttempt(trx, paymentId)
    if (attempt?.status !== 'open') return ok('unchanged')
    return ok(await endAttempt(services, trx, attempt, 'expired'))
  })
}

async function acceptMoney(
  services: SettlementServices,
  trx: Transaction<Database>,
  attempt: LockedAttempt,
): Promise<Settled> {
  await changeStatus(services, trx, attempt, 'paid')
  if (attempt.isAddition) return (await makeAddition(services, trx, attempt)) ? 'paid' : 'refunding'
  // Further payments for a paid order would pay twice.
  for (const paymentId of await listOpenSiblings(trx, attempt)) {
    await services.jobs.enqueue(trx, 'check-payment', { paymentId })
  }
  const notPayable = await markOrderPaid(trx, attempt.orderId)
  if (notPayable !== null) {
    const { orderId, amountGrosze } = attempt
    const purpose = { kind: 'cancellation' } as const
    const allocation = await allocateMoney(trx, { orderId, grosze: amountGrosze, cause: 'cancellation', purpose })
    const wanted = { amountGrosze, reason: notPayable, allocation, by: { actor: 'system' } } as const
    await requestRefund(services, trx, { ...attempt, status: 'paid' }, wanted)
    return 'refunding'
  }
  await queueMail(trx, {
    key: `order-paid:${attempt.orderId}`,
    to: attempt.orderEmail,
    template: 'payment-received',
    ids: { orderId: attempt.orderId },
  })
  if (await isInvoiceWanted(trx, [attempt.orderId])) await services.jobs.enqueue(trx, 'issue-invoices', {})
  return 'paid'
}

async function endAttempt(
  services: SettlementServices,
  trx: Transaction<Database>,
  attempt: LockedAttempt,
  as: 'expired' | 'failed',
): Promise<Settled> {
  await changeStatus(services, trx, attempt, as)
  if (attempt.isAddition) {
    await lapseAddition(trx, attempt)
    return as
  }
  if (await cancelUnpaidOrder(trx, attempt.orderId, `payment ${as}`)) {
    await queueMail(trx, {
      key: `payment-not-received:${attempt.id}`,
      to: attempt.orderEmail,
      template: 'payment-not-received',
      ids: { paymentId: attempt.id },
    })
  }
  return as
}

/** Changes the status and plans the next check at the provider. */
async function changeStatus(
  { now }: SettlementServices,
  trx: Transaction<Database>,
  { id, expiresAt, isAddition }: LockedAttempt,
  status: PaymentStatus,
): Promise<void> {
  const reason = isAddition ? ADDITION_REASON : null
  const changed = await changePaymentStatus(trx, id, { actor: 'provider', to: status, reason })
  if (!changed.ok) throw new Error(`payment ${id}: ${changed.failure.reason}`)
  await storeNextCheck(
    trx,
    { id, status },
    { checks: 0, next_check_at: findNextCheck({ status, checks: 0, expiresAt }, now()) },
  )
}

async function reportUnknown(db: Kysely<Database>, session: PaymentSession): Promise<Settled> {
  log.error('A payment session belongs to no payment of the shop: nothing was changed', { mode: session.mode })
  if (session.paid) await storeStrayPayment(db, session, null)
  return 'unknown'
}
