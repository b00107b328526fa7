import { log } from '#domain/log.ts'
import { ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { type Busy, transact } from '#domain/transaction.server.ts'
import { storeDispute } from './dispute-store.server.ts'
import type { ProviderEvent } from './payment-provider.ts'
import { lockAttempt } from './settlement-store.server.ts'

type ToldDispute = Extract<ProviderEvent['about'], { kind: 'dispute' }>

/** How the provider names a dispute that is over. */
const CLOSED = new Set(['won', 'lost', 'warning_closed', 'charge_refunded'])

/**
 * Stores that a buyer asked the bank for the money back, and how it ended, with an event of the order. What is over stays
 * so, whichever of its events comes last.
 */
export function recordDispute(
  { db, now }: Pick<Services, 'db' | 'now'>,
  paymentId: string,
  { disputeId, status, amountGrosze }: ToldDispute,
): Promise<Result<null, Busy>> {
  return transact<null, Busy>(db, async (trx) => {
    const attempt = await lockAttempt(trx, paymentId)
    if (!attempt) return ok(null)
    const closedAt = CLOSED.has(status) ? now() : null
    const isNew = await storeDispute(trx, attempt, { disputeId, status, amountGrosze, closedAt })
    if (isNew) log.warn('A payment is disputed', { payment: paymentId, status })
    return ok(null)
  })
}
