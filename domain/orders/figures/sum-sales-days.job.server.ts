import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { ok } from '#domain/kernel/result.ts'
import { addUpSalesDays } from './sales-day-store.server.ts'

/** Orders carry the start time of their transaction, and no transaction takes this long. */
const SETTLED_AFTER_MS = 60 * 60 * 1000

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'sum-sales-days': z.output<typeof payload>
  }
}

/** Sums up the sales of past days, and again of those that changed, in advance for the admin's figures. */
export default defineJob({
  name: 'sum-sales-days',
  payload,
  concurrency: 1,
  timeoutSeconds: 15 * 60,
  schedule: '*/10 * * * *',
  async run({ db, now }) {
    await addUpSalesDays(db, new Date(now().getTime() - SETTLED_AFTER_MS))
    return ok(undefined)
  },
})
