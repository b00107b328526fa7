import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'rehearse-restore': z.output<typeof payload>
  }
}

/**
 * Restores the newest backup beside the shop on the second day of each month, to prove that it works, whoever made it: a
 * shop without a schedule may be backed up by hand or by the machine's.
 */
export default defineJob({
  name: 'rehearse-restore',
  payload,
  concurrency: 1,
  timeoutSeconds: 6 * 60 * 60,
  schedule: '41 4 2 * *',
  async run({ backups }) {
    if (backups.hasKey && (await backups.hasBackup())) await backups.run('rehearsal')
    return ok(undefined)
  },
})
