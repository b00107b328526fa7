import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { checkPayment } from './check-payment.server.ts'

const payload = z.object({ paymentId: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'check-payment': z.output<typeof payload>
  }
}

/** Asks the provider about one payment, because a buyer waits for its outcome or its order was paid otherwise. */
export default defineJob({
  name: 'check-payment',
  payload,
  concurrency: 2,
  timeoutSeconds: 120,
  async run(services, { paymentId }) {
    const checked = await checkPayment(services, paymentId)
    if (checked.ok) return ok(undefined)
    const { reason } = checked.failure
    if (reason === 'provider_refused' || reason === 'provider_unknown_id') {
      return fail({ reason: 'permanent', why: checked.failure.why })
    }
    throw new Error(`payment ${paymentId}: ${reason}`)
  },
})
