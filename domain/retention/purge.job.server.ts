import { z } from 'zod'
import { defineJob } from '#domain/define-job.ts'
import { ok } from '#domain/result.ts'
import { deleteUnusedSince, type PurgedTable } from './retention-store.server.ts'

/** For how many days rows are stored after they were last of use. */
const STORED_DAYS = [
  { table: 'sessions', days: 0 },
  { table: 'verifications', days: 0 },
  // Until then a link that is used again says so.
  { table: 'account_links', days: 7 },
  { table: 'login_tickets', days: 7 },
  // Windows are counted from their beginning, and the longest is far shorter than this.
  { table: 'rate_limits', days: 1 },
  { table: 'mail_outbox', days: 90 },
] as const satisfies readonly { table: PurgedTable; days: number }[]

const DAY_MS = 24 * 60 * 60 * 1000

const payload = z.object({})

declare module '#domain/jobs.ts' {
  interface Jobs {
    purge: z.output<typeof payload>
  }
}

/** Deletes what the shop no longer needs to store. */
export default defineJob({
  name: 'purge',
  payload,
  concurrency: 1,
  timeoutSeconds: 15 * 60,
  // At 3:17 every clock change is over.
  schedule: '17 3 * * *',
  async run({ db, now }) {
    const moment = now().getTime()
    for (const { table, days } of STORED_DAYS) {
      await deleteUnusedSince(db, table, new Date(moment - days * DAY_MS))
    }
    return ok(undefined)
  },
})
