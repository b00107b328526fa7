import { z } from 'zod'
import { defineJob } from '#domain/kernel/define-job.ts'
import { ok } from '#domain/kernel/result.ts'
import { pushNotices } from './push-notices.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'push-notices': z.output<typeof payload>
  }
}

/** Tells the owner on their devices what has happened. */
export default defineJob({
  name: 'push-notices',
  payload,
  concurrency: 1,
  timeoutSeconds: 60,
  schedule: '* * * * *',
  async run(services) {
    await pushNotices(services)
    return ok(undefined)
  },
})
