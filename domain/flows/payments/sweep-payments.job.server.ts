import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { claimDueChecks } from '#domain/payments/settlement/settlement-store.server.ts'
import { type CheckServices, checkPayment } from './check-payment.server.ts'

/** Checks every due payment at the provider: its time is over, or its webhook is late. */
export default defineScheduledJob({
  name: 'sweep-payments',
  timeoutSeconds: 10 * 60,
  schedule: '* * * * *',
  async run(services) {
    const { checked, failed } = await sweepPayments(services)
    if (failed > 0) log.warn('Payments could not be checked', { checked, failed })
  },
})

/** How many payments are checked in parallel. */
const PARALLEL = 4
/** A payment that could not be checked is tried again after this time, and no other process tries it before, ms. */
const CLAIMED_MS = 90_000
/** After this many failures in a row the provider counts as unavailable until the next sweep. */
const MOST_FAILURES = 3

/**
 * Checks all due payments at the provider, several in parallel, and settles them. Several processes may sweep at once;
 * none takes what another has claimed. While the provider is unavailable nothing changes.
 */
export async function sweepPayments(services: CheckServices): Promise<{ checked: number; failed: number }> {
  let checked = 0
  let failed = 0
  let failuresInARow = 0

  async function checkOne(paymentId: string): Promise<void> {
    const outcome = await checkPayment(services, paymentId)
    if (outcome.ok) {
      checked += 1
      failuresInARow = 0
      return
    }
    const { failure } = outcome
    log.warn('A payment could not be checked', {
      payment: paymentId,
      why: 'why' in failure ? failure.why : failure.reason,
    })
    failed += 1
    failuresInARow += 1
  }

  async function sweep(): Promise<void> {
    while (failuresInARow < MOST_FAILURES) {
      const now = services.now()
      const until = new Date(now.getTime() + CLAIMED_MS)
      const [paymentId] = await claimDueChecks(services.db, { now, until, most: 1 })
      if (paymentId === undefined) return
      await checkOne(paymentId)
    }
  }

  await Promise.all(Array.from({ length: PARALLEL }, sweep))
  return { checked, failed }
}
