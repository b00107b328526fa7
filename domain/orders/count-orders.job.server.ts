import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { countOrderDays } from './order-store.server.ts'

/** Orders carry the start time of their transaction, and no transaction takes this long. */
const SETTLED_AFTER_MS = 60 * 60 * 1000

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'count-orders': z.output<typeof payload>
  }
}

/** Counts the orders of past days in advance for the admin's list. */
export default defineJob({
  name: 'count-orders',
  payload,
  concurrency: 1,
  timeoutSeconds: 15 * 60,
  // A day ends at UTC midnight, 1:00 or 2:00 in Poland.
  schedule: '37 3 * * *',
  async run({ db, now }) {
    await countOrderDays(db, new Date(now().getTime() - SETTLED_AFTER_MS))
    return ok(undefined)
  },
})
