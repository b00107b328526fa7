import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { findCarrierShipment } from './carrier-queries.server.ts'
import { followCarrierShipments } from './follow-carrier-shipments.server.ts'

const payload = z.object({ id: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'confirm-carrier-shipment': z.output<typeof payload>
  }
}

/**
 * Waits until the carrier has charged for a parcel and numbered it. Tried again until then, later by follow-parcels.
 */
export default defineJob({
  name: 'confirm-carrier-shipment',
  payload,
  concurrency: 2,
  timeoutSeconds: 120,
  async run(services, { id }, { last }) {
    const { carrier } = services
    if (!carrier) return ok(undefined)
    const followed = await followCarrierShipments(services, carrier, [id])
    const row = await findCarrierShipment(services.db, id)
    if (row?.status !== 'created' || last) return ok(undefined)
    throw new Error(`carrier shipment ${id}: ${followed.ok ? 'not confirmed yet' : followed.failure.why}`)
  },
})
