import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { log } from '#domain/kernel/log.ts'
import { ok } from '#domain/kernel/result.ts'
import { sweepPayments } from './sweep-payments.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'sweep-payments': z.output<typeof payload>
  }
}

/** Asks the provider about every payment that is due: its time is over, or its webhook is late. */
export default defineJob({
  name: 'sweep-payments',
  payload,
  concurrency: 1,
  timeoutSeconds: 10 * 60,
  schedule: '* * * * *',
  async run(services) {
    const { checked, failed } = await sweepPayments(services)
    if (failed > 0) log.warn('Payments could not be asked about', { checked, failed })
    return ok(undefined)
  },
})
