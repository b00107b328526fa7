import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { listUninvoiced } from './invoice-queries.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'

/** Papers of one run. */
const MOST = 200
/** How old sales are looked at in each run, and once a day: a bank may take money back for years. */
const DAYS = 60
const DAYS_AT_NIGHT = 5 * 365

/** Issues the invoices and corrections that sales lack. */
export default defineScheduledJob({
  name: 'issue-invoices',
  timeoutSeconds: 10 * 60,
  schedule: '* * * * *',
  async run(services) {
    const now = services.now()
    const isNight = now.getUTCHours() === 2 && now.getUTCMinutes() === 0
    for (const checkoutId of await listUninvoiced(services.db, isNight ? DAYS_AT_NIGHT : DAYS, MOST)) {
      const issued = await issueInvoice(services, checkoutId)
      if (issued.ok) continue
      // The next run finds it again.
      if (issued.failure.reason === 'busy') return
      log.error('An invoice cannot be issued', { checkoutId, mistakes: issued.failure.mistakes })
    }
  },
})
