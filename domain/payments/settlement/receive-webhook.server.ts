import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { createRareWarning } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { readProviderEvent } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { insertEvent } from './webhook-store.server.ts'

type WebhookServices = Pick<Services, 'db' | 'jobs' | 'now' | 'payments'>

/** `webhook_refused`: the provider did not sign it, its signature is too old, or the shop cannot read it. */
type WebhookFailure = { reason: 'webhook_refused' } | Busy

/** The shop has only this provider. */
const PROVIDER = 'stripe'

/** Logs that a webhook was refused, with the reason and its kind. */
export const logRefusedWebhook = createRareWarning('Webhooks of the payment provider were refused')

/**
 * Receives a webhook: stores its content and the job that processes it in one transaction. A repeated event is neither
 * stored nor processed again. A refused webhook is not stored.
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
