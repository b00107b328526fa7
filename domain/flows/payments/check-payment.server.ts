import { isAdditionAwaited } from '#domain/flows/orders/settle-addition.server.ts'
import { applyRefunds } from '#domain/flows/refunds/apply-refunds.server.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { PaymentProvider, PaymentSession, ProviderFailure } from '#domain/payments/payment-provider.ts'
import { listRefunds } from '#domain/payments/refunds/refund-store.server.ts'
import { findNextCheck } from '#domain/payments/settlement/settlement.ts'
import {
  findAttempt,
  findOrderStatus,
  type StoredAttempt,
  storeNextCheck,
} from '#domain/payments/settlement/settlement-store.server.ts'
import { requestSession } from '#domain/payments/start-payment.server.ts'
import { findNewestAttempt } from '#domain/payments/start-payment-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { endPaymentWithoutSession, settlePayment } from './settle-payment.server.ts'

export type CheckServices = Pick<Services, 'db' | 'jobs' | 'now' | 'payments' | 'profile'>

/**
 * Reads a payment at the provider and settles it accordingly; of a paid one its refunds, also those that the owner made
 * there or a bank returned. May be repeated. A payment is cancelled only after the provider has ended its session. So a
 * session that is still open after its time, or after its order was paid or cancelled otherwise, is ended first.
 * `provider_unavailable`: nothing was changed.
 */
export async function checkPayment(
  services: CheckServices,
  paymentId: string,
): Promise<Result<unknown, ProviderFailure | Busy>> {
  const attempt = await findAttempt(services.db, { id: paymentId })
  if (!attempt) return ok(null)
  const provider = services.payments[attempt.mode]
  if (provider === null) {
    log.warn('A payment waits in a mode without keys', { payment: paymentId, mode: attempt.mode })
    if (RESTING.has(attempt.status)) await planNextCheck(services, attempt)
    return ok(null)
  }
  const checked = WITH_MONEY.has(attempt.status)
    ? await checkRefunds(services, provider, attempt)
    : await checkSession(services, provider, attempt)
  if (checked.ok || checked.failure.reason !== 'provider_unavailable') await planNextCheck(services, attempt)
  return checked
}

const WITH_MONEY: ReadonlySet<PaymentStatus> = new Set(['paid', 'refund_pending', 'refunded'])

/** Nothing is awaited of them. */
const RESTING: ReadonlySet<PaymentStatus> = new Set(['paid', 'refunded'])

async function checkSession(
  services: CheckServices,
  provider: PaymentProvider,
  attempt: StoredAttempt,
): Promise<Result<unknown, ProviderFailure | Busy>> {
  const isOver = attempt.status === 'open' && (await isToBeEnded(services, attempt))
  const found = await findOrRepeatSession(services, provider, attempt, isOver)
  if (!found.ok) return isOver && isNoSession(found.failure) ? endPaymentWithoutSession(services, attempt.id) : found
  const session = found.value
  if (session === null) return ok(null)
  if (session.status !== 'open' || !isOver) return settlePayment(services, session)
  const ended = await provider.expireSession(session.id)
  return ended.ok ? settlePayment(services, ended.value) : ended
}

/** Whether the payment is to be ended: its time is over, or its order, or the change, waits for no money. */
async function isToBeEnded(
  { db, now }: CheckServices,
  { id, orderId, expiresAt, isAddition }: StoredAttempt,
): Promise<boolean> {
  if (expiresAt <= now()) return true
  if (isAddition) return !(await isAdditionAwaited(db, { orderId, paymentId: id }))
  return (await findOrderStatus(db, orderId)) !== 'pending'
}

/**
 * Finds the session of a payment. If its id was not stored because the process died, the session is requested again
 * under its key. Until the payment's time is over, the buyer's repeated call does that (null).
 */
async function findOrRepeatSession(
  services: CheckServices,
  provider: PaymentProvider,
  attempt: StoredAttempt,
  isOver: boolean,
): Promise<Result<PaymentSession | null, ProviderFailure>> {
  if (attempt.providerSessionId !== null) return provider.findSession(attempt.providerSessionId)
  const newest = isOver ? await findNewestAttempt(services.db, attempt.orderId) : undefined
  return newest?.id === attempt.id ? requestSession(services, provider, newest) : ok(null)
}

/** Whether the provider knows no session and will not make one. */
function isNoSession({ reason }: ProviderFailure): boolean {
  return reason === 'provider_refused' || reason === 'provider_unknown_id'
}

/** Whether a full refund is in progress. A payment that is refunded in part stays paid. */
async function isRefunding({ db }: CheckServices, { id, status }: StoredAttempt): Promise<boolean> {
  if (status !== 'paid') return status === 'refund_pending'
  return (await listRefunds(db, id)).some((refund) => refund.status === 'pending')
}

async function checkRefunds(
  services: CheckServices,
  provider: PaymentProvider,
  { id, providerPaymentId }: StoredAttempt,
): Promise<Result<unknown, ProviderFailure | Busy>> {
  if (providerPaymentId === null) return ok(null)
  const refunds = await provider.findRefunds(providerPaymentId)
  return refunds.ok ? applyRefunds(services, id, refunds.value) : refunds
}

/** Plans the next check, unless the payment was settled in between and has one already. */
async function planNextCheck(services: CheckServices, before: StoredAttempt): Promise<void> {
  const { id, status, expiresAt } = before
  const checks = before.checks + 1
  const asked = (await isRefunding(services, before)) ? 'refund_pending' : status
  const next = findNextCheck({ status: asked, checks, expiresAt }, services.now())
  await storeNextCheck(services.db, { id, status }, { checks, next_check_at: next })
}
