import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { issueMissing } from './issue-invoices.job.server.ts'

/** How long a bank may take money back. */
const DAYS = 5 * 365

/** Issues once a day what sales of any age lack. */
export default defineScheduledJob({
  name: 'issue-late-corrections',
  timeoutSeconds: 10 * 60,
  schedule: '27 4 * * *',
  run: (services) => issueMissing(services, DAYS),
})
