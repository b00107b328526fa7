import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { AllocatedLine, Allocation } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { listPaidPayments } from '#domain/payments/order-payment-queries.server.ts'
import { findRefundable, isUnmade } from '#domain/payments/refunds/refund.ts'
import { listRefunds } from '#domain/payments/refunds/refund-store.server.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import { type LockedAttempt, lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { type PaymentDisputed, refuseDisputed } from './refund-by-admin.server.ts'

/** A paid payment of an order with its refunds, locked. */
export type LockedPayment = { attempt: LockedAttempt; refunds: Awaited<ReturnType<typeof listRefunds>> }

/** The paid payments of an order, oldest first: that of the order itself, then those of its additions. */
export async function lockPaidPayments(trx: Transaction<Database>, orderId: string): Promise<LockedPayment[]> {
  const locked: LockedPayment[] = []
  for (const paymentId of await listPaidPayments(trx, orderId)) {
    const attempt = await lockAttempt(trx, paymentId)
    if (attempt) locked.push({ attempt, refunds: await listRefunds(trx, paymentId) })
  }
  return locked
}

export type SharedRefundRefusal =
  | { reason: 'refund_under_way' }
  | { reason: 'refund_too_large'; leftGrosze: Grosze }
  | PaymentDisputed

const leftOf = ({ attempt, refunds }: LockedPayment): Grosze => findRefundable(attempt, refunds)

/**
 * Which payments of an order a sum goes back from: the oldest that contains more than it, else all, newest first, so
 * that the payment of the order itself is given back last. A payment that the bank holds gives nothing.
 */
export function chooseRefunds(
  payments: readonly LockedPayment[],
  grosze: Grosze,
): Result<{ payment: LockedPayment; amountGrosze: Grosze }[], SharedRefundRefusal> {
  const free = payments.filter(({ attempt }) => !attempt.isDisputed)
  const single = free.find((payment) => leftOf(payment) > grosze)
  let rest = grosze
  const parts = (single ? [single] : free.toReversed()).flatMap((payment) => {
    const amountGrosze = Math.min(rest, leftOf(payment))
    rest -= amountGrosze
    return amountGrosze > 0 ? [{ payment, amountGrosze }] : []
  })
  if (rest > 0) {
    const disputed = payments.find(({ attempt }) => attempt.isDisputed)
    if (disputed) return fail(refuseDisputed(disputed.attempt))
    return fail({ reason: 'refund_too_large', leftGrosze: grosze - rest })
  }
  const isUnderWay = parts.some(({ payment }) => payment.refunds.some(isUnmade))
  return isUnderWay ? fail({ reason: 'refund_under_way' }) : ok(parts)
}

/** The lines of an allocation for each part of its sum, in their order. Lines that add something go with the first. */
export function shareLines(lines: readonly AllocatedLine[], parts: readonly Grosze[]): AllocatedLine[][] {
  const waiting = lines.toSorted((a, b) => a.grosze - b.grosze).map((line) => ({ ...line }))
  return parts.map((part, at) => {
    if (at === parts.length - 1) return waiting.splice(0)
    let room = part
    const shared: AllocatedLine[] = []
    for (let line = waiting[0]; line !== undefined && (room > 0 || line.grosze <= 0); line = waiting[0]) {
      if (line.grosze <= room) {
        shared.push(line)
        waiting.shift()
        room -= line.grosze
      } else {
        shared.push({ ...line, grosze: room })
        // Its pieces and what is kept of them went with the first part.
        Object.assign(line, { grosze: line.grosze - room, pieces: 0, kept_grosze: 0 })
        room = 0
      }
    }
    return shared
  })
}

type WantedRefund = { grosze: Grosze; reason: string; allocation: Allocation; by: Actor }

/** Refunds a sum from the payments of an order, in the caller's transaction. Returns the id of the first refund. */
export async function refundFromPayments(
  services: Pick<Services, 'jobs' | 'now'>,
  trx: Transaction<Database>,
  payments: readonly LockedPayment[],
  { grosze, reason, allocation: { cause, lines }, by }: WantedRefund,
): Promise<Result<string, SharedRefundRefusal>> {
  const chosen = chooseRefunds(payments, grosze)
  if (!chosen.ok) return chosen
  const shares = shareLines(
    lines,
    chosen.value.map(({ amountGrosze }) => amountGrosze),
  )
  const firstId = crypto.randomUUID()
  for (const [at, { payment, amountGrosze }] of chosen.value.entries()) {
    const allocation = { cause, lines: shares[at] ?? [] }
    const named = at === 0 ? { id: firstId } : { followsId: firstId }
    await requestRefund(services, trx, payment.attempt, { ...named, amountGrosze, reason, allocation, by })
  }
  return ok(firstId)
}
