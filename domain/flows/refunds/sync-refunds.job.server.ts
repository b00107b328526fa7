import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { syncRefunds } from './make-refund.server.ts'

const payload = z.object({ paymentId: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'sync-refunds': z.output<typeof payload>
  }
}

/** Stores refunds that were made at the provider before the shop knew of the payment. */
export default defineJob({
  name: 'sync-refunds',
  payload,
  concurrency: 1,
  timeoutSeconds: 120,
  async run(services, { paymentId }) {
    const synced = await syncRefunds(services, paymentId)
    if (!synced.ok) throw new Error(`payment ${paymentId}: ${synced.failure.reason}`)
    return ok(undefined)
  },
})
