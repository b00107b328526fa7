import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { ProviderFailure } from '#domain/payments/payment-provider.ts'
import { isUnmade } from '#domain/payments/refunds/refund.ts'
import { findRefund } from '#domain/payments/refunds/refund-store.server.ts'
import { findAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { applyRefunds, giveUpRefund } from './apply-refunds.server.ts'

type RefundServices = Pick<Services, 'db' | 'now' | 'payments'>

/** The payment cannot be queried: its mode has no keys, or the provider has no money of it. */
type NotAskable = { reason: 'payment_not_askable' }
type RefundFailure = ProviderFailure | Busy | NotAskable

/**
 * Makes a stored refund at the provider, once. A refund that the provider already has is only recorded, so that an
 * answer lost long ago, whose key has expired, does not cause a second refund. A refused refund is given up and logged.
 */
export async function makeRefund(services: RefundServices, refundId: string): Promise<Result<unknown, RefundFailure>> {
  const refund = await findRefund(services.db, refundId)
  if (!refund || !isUnmade(refund)) return ok(null)
  const synced = await syncRefunds(services, refund.paymentId)
  if (!synced.ok) return synced
  const unmade = await findRefund(services.db, refundId)
  if (!unmade || !isUnmade(unmade)) return ok(null)
  const { provider, providerPaymentId } = synced.value
  const { amountGrosze, idempotencyKey } = unmade
  const made = await provider.refund({ idempotencyKey, providerPaymentId, amountGrosze })
  if (made.ok) return applyRefunds(services, unmade.paymentId, [made.value])
  if (made.failure.reason === 'provider_unavailable') return made
  return giveUpRefund(services, unmade, `refused by the provider: ${made.failure.why}`)
}

/** Stores the provider's state of a payment's refunds. */
export async function syncRefunds(services: RefundServices, paymentId: string) {
  const attempt = await findAttempt(services.db, { id: paymentId })
  const provider = attempt ? services.payments[attempt.mode] : null
  const providerPaymentId = attempt?.providerPaymentId ?? null
  if (provider === null || providerPaymentId === null) return fail({ reason: 'payment_not_askable' } as const)
  const refunds = await provider.findRefunds(providerPaymentId)
  if (!refunds.ok) return refunds
  const applied = await applyRefunds(services, paymentId, refunds.value)
  return applied.ok ? ok({ provider, providerPaymentId }) : applied
}
