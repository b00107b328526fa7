import { z } from 'zod'
import { hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { queueTermsMails } from './terms-store.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'mail-terms': z.output<typeof payload>
  }
}

/**
 * Mails every account once about terms that are published and not in force yet: right after the publication and, for
 * accounts registered since, each morning.
 */
export default defineJob({
  name: 'mail-terms',
  payload,
  concurrency: 1,
  timeoutSeconds: 15 * 60,
  schedule: '23 8 * * *',
  async run({ db, now }) {
    // Before the first real order the terms bind nobody.
    if (!(await hasRealOrder(db))) return ok(undefined)
    await queueTermsMails(db, readWarsawClock(now()).day)
    return ok(undefined)
  },
})
