import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { makeRefund } from './make-refund.server.ts'

const payload = z.object({ refundId: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'refund-payment': z.output<typeof payload>
  }
}

/** Makes a refund at the provider. Tried again while the provider is unavailable. */
export default defineJob({
  name: 'refund-payment',
  payload,
  concurrency: 1,
  timeoutSeconds: 120,
  async run(services, { refundId }) {
    const made = await makeRefund(services, refundId)
    if (!made.ok) throw new Error(`refund ${refundId}: ${made.failure.reason}`)
    return ok(undefined)
  },
})
