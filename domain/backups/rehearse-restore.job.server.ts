import { defineScheduledJob } from '#domain/kernel/definitions.ts'

/**
 * Restores the newest backup into a separate database on the second day of each month, to prove that it works. The
 * backup may also be one made by hand or by the machine's own schedule.
 */
export default defineScheduledJob({
  name: 'rehearse-restore',
  timeoutSeconds: 6 * 60 * 60,
  schedule: '41 4 2 * *',
  async run({ backups }) {
    if (backups.hasKey && (await backups.hasBackup())) await backups.run('rehearsal')
  },
})
