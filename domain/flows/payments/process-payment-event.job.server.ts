import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { processPaymentEvent } from './process-payment-event.server.ts'

const payload = z.object({ provider: z.string(), eventId: z.string() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'process-payment-event': z.output<typeof payload>
  }
}

/** Works on a webhook that was taken in; tried again while the provider cannot be asked. */
export default defineJob({
  name: 'process-payment-event',
  payload,
  concurrency: 4,
  timeoutSeconds: 120,
  async run(services, key) {
    const processed = await processPaymentEvent(services, key)
    if (processed.ok) return ok(undefined)
    const { failure } = processed
    if (failure.reason === 'provider_unknown_id') return fail({ reason: 'permanent', why: failure.why })
    log.info('A webhook of the payment provider waits', { eventId: key.eventId, why: failure.reason })
    throw new Error(`${failure.reason}: ${'why' in failure ? failure.why : ''}`)
  },
})
