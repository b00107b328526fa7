import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { readProviderEvent } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { insertEvent } from './webhook-store.server.ts'

type WebhookServices = Pick<Services, 'db' | 'jobs' | 'now' | 'payments'>

/** `webhook_refused`: the provider did not sign it, or not now, or it is nothing the shop can read. */
type WebhookFailure = { reason: 'webhook_refused' } | Busy

/** The one provider there is. */
const PROVIDER = 'stripe'

/** Anybody can send webhooks that are refused: they are written down once in so long, with their number, ms. */
const LOGGED_EVERY_MS = 60_000
const refused = { loggedAt: Number.NEGATIVE_INFINITY, since: 0 }

/** Notes that a webhook was refused. */
export function logRefusedWebhook(now: Date, fields: { why: string; kind: string }): void {
  refused.since += 1
  if (Math.abs(now.getTime() - refused.loggedAt) < LOGGED_EVERY_MS) return
  log.warn('Webhooks of the payment provider were refused', { ...fields, count: refused.since })
  Object.assign(refused, { loggedAt: now.getTime(), since: 0 })
}

/**
 * Takes a webhook in: stores what it tells, with the job that works on it, in one transaction. One that came before is
 * stored and worked on no second time. What is refused is stored nowhere.
 */
export async function receiveWebhook(
  { db, jobs, now, payments }: WebhookServices,
  body: Uint8Array,
  signature: string | null,
): Promise<Result<null, WebhookFailure>> {
  const read = readProviderEvent(payments, body, signature, now())
  if (!read.ok) {
    const { reason, why } = read.failure
    logRefusedWebhook(now(), { why, kind: reason })
    return fail({ reason: 'webhook_refused' })
  }
  const { id: eventId, type } = read.value
  return transact<null, Busy>(db, async (trx) => {
    const key = { provider: PROVIDER, eventId }
    const isNew = await insertEvent(trx, { ...key, type, payload: JSON.stringify(read.value) })
    if (isNew) await jobs.enqueue(trx, 'process-payment-event', key)
    return ok(null)
  })
}
