import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { ok } from '#domain/kernel/result.ts'
import { findCarrierShipment } from './carrier-queries.server.ts'

const payload = z.object({ id: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'withdraw-carrier-shipment': z.output<typeof payload>
  }
}

/**
 * Cancels a parcel with an outdated label at the carrier. InPost refuses that once it has confirmed the parcel, which
 * then expires unused; the owner was told not to send it.
 */
export default defineJob({
  name: 'withdraw-carrier-shipment',
  payload,
  concurrency: 2,
  timeoutSeconds: 60,
  async run({ db, carrier }, { id }) {
    const row = await findCarrierShipment(db, id)
    if (!carrier || row?.status !== 'cancelled' || row.carrier_id === null) return ok(undefined)
    const cancelled = await carrier.cancel(row.carrier_id)
    if (cancelled.ok) return ok(undefined)
    const { reason, why } = cancelled.failure
    if (reason === 'carrier_unavailable' || reason === 'carrier_busy') throw new Error(`carrier shipment ${id}: ${why}`)
    log.warn('A parcel could not be withdrawn at the carrier', { reference: row.reference, why })
    return ok(undefined)
  },
})
