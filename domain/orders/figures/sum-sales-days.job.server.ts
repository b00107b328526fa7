import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { ok } from '#domain/kernel/result.ts'
import { addUpSalesDays } from './sales-day-store.server.ts'

/** Orders carry the moment their transaction began, and none takes so long. */
const SETTLED_AFTER_MS = 60 * 60 * 1000

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'sum-sales-days': z.output<typeof payload>
  }
}

/** Adds up what was sold on the days that are over, and again those that changed, so that the admin's figures need not. */
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
