import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { ok } from '#domain/kernel/result.ts'
import { mailNotices } from './mail-notices.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'mail-notices': z.output<typeof payload>
  }
}

/** Tells the owner by mail what has happened and is due. */
export default defineJob({
  name: 'mail-notices',
  payload,
  concurrency: 1,
  timeoutSeconds: 60,
  schedule: '* * * * *',
  async run(services) {
    await mailNotices(services)
    return ok(undefined)
  },
})
