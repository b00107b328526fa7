import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { askPaymentMeans } from './change-payment-means.server.ts'
import { readPaymentMode } from './payment-mode-queries.server.ts'

/** Asks each day which means of payment the account has, because one may be lost or gained at the provider. */
export default defineScheduledJob({
  name: 'ask-payment-means',
  timeoutSeconds: 60,
  schedule: '11 5 * * *',
  async run(services) {
    const provider = services.payments[await readPaymentMode(services.db)]
    if (provider) await askPaymentMeans(services, provider)
  },
})
