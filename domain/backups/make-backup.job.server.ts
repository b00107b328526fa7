import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { isBackupDue } from './backup-queries.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'make-backup': z.output<typeof payload>
  }
}

/** Checks every ten minutes whether today's backup exists, and makes it. A failed backup is tried again. */
export default defineJob({
  name: 'make-backup',
  payload,
  concurrency: 1,
  timeoutSeconds: 6 * 60 * 60,
  schedule: '*/10 * * * *',
  async run({ db, now, backups }) {
    const { dailyAt } = backups
    if (dailyAt !== null && (await isBackupDue(db, { now: now(), dailyAt }))) await backups.run('backup')
    return ok(undefined)
  },
})
