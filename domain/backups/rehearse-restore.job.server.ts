import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { ok } from '#domain/kernel/result.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'rehearse-restore': z.output<typeof payload>
  }
}

/** On the second of each month the newest backup is restored beside the shop, so that it is known to be of use. */
export default defineJob({
  name: 'rehearse-restore',
  payload,
  concurrency: 1,
  timeoutSeconds: 6 * 60 * 60,
  schedule: '41 4 2 * *',
  async run({ backups }) {
    if (backups.dailyAt !== null) await backups.run('rehearsal')
    return ok(undefined)
  },
})
