import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { learnRefillDays } from './alert-store.server.ts'

/** Learns each week how long bottles last from those who bought the same one again. */
export default defineScheduledJob({
  name: 'learn-refill-days',
  timeoutSeconds: 10 * 60,
  schedule: '41 4 * * 0',
  run: ({ db }) => learnRefillDays(db),
})
