import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { isBackupDue } from './backup-queries.server.ts'

/** Checks every ten minutes whether today's backup exists, and makes it. A failed backup is tried again. */
export default defineScheduledJob({
  name: 'make-backup',
  timeoutSeconds: 6 * 60 * 60,
  schedule: '*/10 * * * *',
  async run({ db, now, backups }) {
    const { dailyAt } = backups
    if (dailyAt !== null && (await isBackupDue(db, { now: now(), dailyAt }))) await backups.run('backup')
  },
})
