import { defineRun } from '#domain/kernel/definitions.ts'
import { listParcelNames } from './carrier-queries.server.ts'
import { CARRIER_RUN, carrierProblemSchema, describeCarrierProblem } from './carrier-shipment.ts'
import { giveUpSending, sendToCarrier } from './send-to-carrier.server.ts'

/**
 * Creates parcels at the carrier. A parcel that was in progress when a process was killed is looked for there before it
 * is requested again.
 */
export default defineRun({
  kind: CARRIER_RUN,
  about: 'checkout',
  unavailable: 'carrier_unavailable',
  async step(services, _, checkoutId) {
    const sent = await sendToCarrier(services, checkoutId)
    if (sent.ok) return { kind: 'ended', failure: null }
    const { problem, retryAfterSeconds } = sent.failure
    if (retryAfterSeconds !== null) return { kind: 'later', seconds: retryAfterSeconds }
    return { kind: 'ended', failure: { reason: problem.reason, details: problem } }
  },
  giveUp: giveUpSending,
  listNames: listParcelNames,
  describeFailure: (reason, details) =>
    describeCarrierProblem(details === null ? { reason } : carrierProblemSchema.parse(details)),
})
