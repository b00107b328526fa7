import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { countOrderDays } from './order-store.server.ts'

/** Orders carry the start time of their transaction, and no transaction takes this long. */
const SETTLED_AFTER_MS = 60 * 60 * 1000

/** Counts the orders of past days in advance for the admin's list. */
export default defineScheduledJob({
  name: 'count-orders',
  timeoutSeconds: 15 * 60,
  // A day ends at UTC midnight, 1:00 or 2:00 in Poland.
  schedule: '37 3 * * *',
  async run({ db, now }) {
    await countOrderDays(db, new Date(now().getTime() - SETTLED_AFTER_MS))
  },
})
