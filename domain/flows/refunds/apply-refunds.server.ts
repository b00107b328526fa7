import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { cancelRefundedOrder } from '#domain/flows/orders/settle-order.server.ts'
import { type Allocation, toAllocationColumns } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { SoldAgain } from '#domain/kernel/order-words/order-act-fields.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { allocateMoney } from '#domain/money/allocation-queries.server.ts'
import type { ProviderRefund } from '#domain/payments/payment-provider.ts'
import { changePaymentStatus } from '#domain/payments/payment-store.server.ts'
import { decideRefundedStatus, isUnmade, listRefundSteps } from '#domain/payments/refunds/refund.ts'
import {
  changeRefundStatus,
  findChosenRestock,
  insertRefund,
  listRefunds,
  type StoredRefund,
  storeProviderRefundId,
} from '#domain/payments/refunds/refund-store.server.ts'
import { findNextCheck, UNPAID_STATUSES } from '#domain/payments/settlement/settlement.ts'
import {
  hasPaidSibling,
  type LockedAttempt,
  lockAttempt,
  storeNextCheck,
} from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'

type RefundServices = Pick<Services, 'db' | 'now'>

/**
 * Stores the provider's state of a payment's refunds, including those made in its own dashboard: their rows, the status
 * of the payment, order events, and one mail for each accepted refund. An order whose money was refunded in full is
 * cancelled while its parcel is still in the shop, so that it is not sent. May be repeated, and tolerates states that
 * arrive in the wrong order.
 */
export function applyRefunds(
  services: RefundServices,
  paymentId: string,
  given: readonly ProviderRefund[],
): Promise<Result<null, Busy>> {
  return transact<null, Busy>(services.db, async (trx) => {
    const attempt = await lockAttempt(trx, paymentId)
    // A payment not yet known to be paid has nothing to refund. Its settlement asks for refunds again.
    if (!attempt || UNPAID_STATUSES.has(attempt.status)) return ok(null)
    for (const refund of given) await applyRefund(trx, attempt, refund)
    await settleRefunds(services, trx, attempt)
    return ok(null)
  })
}

/**
 * Gives up a refund that the provider refused: the payment counts as paid again, the buyer gets a mail, and an error is
 * logged for the owner.
 */
export function giveUpRefund(
  services: RefundServices,
  refund: StoredRefund,
  reason: string,
): Promise<Result<null, Busy>> {
  return transact<null, Busy>(services.db, async (trx) => {
    const attempt = await lockAttempt(trx, refund.paymentId)
    if (!attempt) return ok(null)
    await failRefund(trx, attempt, refund.id, reason)
    await settleRefunds(services, trx, attempt)
    return ok(null)
  })
}

/** Records, in the caller's transaction, that the admin refunded money outside the provider. */
export async function recordRefundOutside(
  services: RefundServices,
  trx: Transaction<Database>,
  attempt: LockedAttempt,
  {
    id,
    amountGrosze,
    reason,
    allocation,
    restock,
    by,
  }: {
    id: string
    amountGrosze: Grosze
    reason: string
    allocation: Allocation
    restock?: readonly SoldAgain[] | undefined
    by: Actor
  },
): Promise<void> {
  const what = { amount_grosze: amountGrosze, reason, ...toAllocationColumns(allocation), restock }
  const refund = { id, payment_id: attempt.id, status: 'succeeded' as const, ...what }
  await insertRefund(trx, attempt.orderId, { ...refund, idempotency_key: `outside:${id}` }, by)
  await settleRefunds(services, trx, attempt, by)
}

async function applyRefund(trx: Transaction<Database>, attempt: LockedAttempt, given: ProviderRefund): Promise<void> {
  const refundId = await findOrInsert(trx, attempt, given)
  if (given.status === 'failed') return failRefund(trx, attempt, refundId, 'the provider could not give it back')
  await queueMail(trx, {
    key: `payment-refunded:${refundId}`,
    to: attempt.orderEmail,
    template: 'payment-refunded',
    ids: { refundId },
  })
  if (given.status === 'succeeded') {
    await changeRefundStatus(trx, { refundId, orderId: attempt.orderId }, { to: 'succeeded', reason: null })
  }
}

/** The row of a refund: by the provider's id, or the shop's own one whose answer was lost, or a new one. */
async function findOrInsert(
  trx: Transaction<Database>,
  attempt: LockedAttempt,
  given: ProviderRefund,
): Promise<string> {
  const stored = await listRefunds(trx, attempt.id)
  const known = stored.find(({ providerRefundId }) => providerRefundId === given.id)
  if (known) return known.id
  const own = stored.find((refund) => isUnmade(refund) && refund.amountGrosze === given.amountGrosze)
  if (own) {
    await storeProviderRefundId(trx, own.id, given.id)
    return own.id
  }
  const asked = { orderId: attempt.orderId, grosze: given.amountGrosze, cause: null, isGone: true }
  const allocation = await allocateMoney(trx, asked)
  const id = crypto.randomUUID()
  const refund = {
    id,
    payment_id: attempt.id,
    amount_grosze: given.amountGrosze,
    reason: 'made at the provider',
    ...toAllocationColumns(allocation),
    idempotency_key: `provider:${given.id}`,
    provider_refund_id: given.id,
  }
  await insertRefund(trx, attempt.orderId, refund, { actor: 'provider' })
  return id
}

async function failRefund(
  trx: Transaction<Database>,
  { id, orderId, orderEmail, isDisputed }: LockedAttempt,
  refundId: string,
  reason: string,
): Promise<void> {
  const failed = await changeRefundStatus(trx, { refundId, orderId }, { to: 'failed', reason })
  if (!failed) return
  log.error('A refund failed: a person has to refund the money', { payment: id, refund: refundId, reason })
  // While the bank holds the money because of a dispute, the bank informs the buyer.
  if (isDisputed) return
  await queueMail(trx, {
    key: `refund-failed:${refundId}`,
    to: orderEmail,
    template: 'refund-failed',
    ids: { refundId },
  })
}

/**
 * Sets the status of the payment according to what left it. An order whose money left in whole is cancelled while its
 * parcel is in the shop.
 */
export async function settleRefunds(
  { now }: RefundServices,
  trx: Transaction<Database>,
  attempt: LockedAttempt,
  by: Actor = { actor: 'provider' },
): Promise<void> {
  const { id, orderId, amountGrosze, expiresAt, lostGrosze } = attempt
  const status = decideRefundedStatus(amountGrosze, { refunds: await listRefunds(trx, id), lostGrosze })
  for (const to of listRefundSteps(attempt.status, status)) {
    const changed = await changePaymentStatus(trx, id, { ...by, to, reason: null })
    if (!changed.ok) throw new Error(`payment ${id}: ${changed.failure.reason}`)
  }
  if (status === attempt.status) return
  await storeNextCheck(
    trx,
    { id, status },
    { checks: 0, next_check_at: findNextCheck({ status, checks: 0, expiresAt }, now()) },
  )
  if (status !== 'refunded' || (await hasPaidSibling(trx, attempt))) return
  await cancelRefundedOrder(trx, orderId, await findChosenRestock(trx, orderId))
}
