import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { listUninvoiced } from './invoice-queries.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'issue-invoices': z.output<typeof payload>
  }
}

/** The age of sales in which money still moves often. Older ones are checked once a day. */
const RECENT_DAYS = 60

/** Issues the invoices and corrections that recent sales lack: each minute, and as soon as an invoiced sale is paid. */
export default defineJob({
  name: 'issue-invoices',
  payload,
  concurrency: 1,
  timeoutSeconds: 10 * 60,
  schedule: '* * * * *',
  async run(services) {
    await issueMissing(services, RECENT_DAYS)
    return ok(undefined)
  },
})

/** Issues what sales of the last days lack. One that cannot be issued does not stop the others. */
export async function issueMissing(services: Services, days: number): Promise<void> {
  const defects: unknown[] = []
  for (const checkoutId of await listUninvoiced(services.db, days)) {
    try {
      const issued = await issueInvoice(services, checkoutId)
      // The next run finds it again.
      if (!issued.ok && issued.failure.reason === 'busy') return
    } catch (error) {
      defects.push(error)
    }
  }
  if (defects.length > 0) throw new AggregateError(defects, 'Papers of some sales could not be issued')
}
