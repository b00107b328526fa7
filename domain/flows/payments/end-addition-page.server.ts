import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { StoredAddition } from '#domain/orders/changes/addition-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { settlePayment } from './settle-payment.server.ts'

export type PageRefusal =
  /** It was just paid, and the change is made. */
  | { reason: 'changed_meanwhile' }
  /** A transfer may still bring the money. */
  | { reason: 'payment_under_way' }
  /** Nobody knows whether it was paid. */
  | { reason: 'payment_provider_away' }

/**
 * Ends the payment page of an addition, so that nobody pays for it any more. Refused when it was paid or may still be;
 * what was paid is settled at once. A page that nobody has opened does not exist.
 */
export async function endAdditionPage(
  services: Pick<Services, 'db' | 'jobs' | 'now' | 'payments' | 'profile'>,
  { sessionId, mode }: Pick<StoredAddition, 'sessionId' | 'mode'>,
): Promise<Result<null, PageRefusal | Busy>> {
  if (sessionId === null) return ok(null)
  const ended = await services.payments[mode]?.expireSession(sessionId)
  if (!ended?.ok) {
    log.warn('The page of an addition could not be ended', { why: ended?.failure.why ?? 'the mode has no keys' })
    return ended?.failure.reason === 'provider_unknown_id' ? ok(null) : fail({ reason: 'payment_provider_away' })
  }
  if (ended.value.underWay) return fail({ reason: 'payment_under_way' })
  if (!ended.value.paid) return ok(null)
  const settled = await settlePayment(services, ended.value)
  return settled.ok ? fail({ reason: 'changed_meanwhile' }) : settled
}
