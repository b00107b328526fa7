import { z } from 'zod'

/** A shipment of the sandbox's ShipX. */
export const shipmentSchema = z.object({
  id: z.int(),
  created: z.number(),
  status: z.string(),
  trackingNumber: z.string().nullable(),
  /** The request that created it. */
  request: z.looseObject({
    service: z.string(),
    reference: z.string().nullish(),
    receiver: z.looseObject({}),
    cod: z.object({ amount: z.number(), currency: z.string() }).nullish(),
    custom_attributes: z.looseObject({ target_point: z.string().optional() }).nullish(),
  }),
  /** Whether it waits for money. */
  unpaid: z.boolean(),
})
export type ShipmentRecord = z.infer<typeof shipmentSchema>

/** Statuses that people can set in the sandbox, in the order of a parcel's way. */
export const TRACKING = [
  'dispatched_by_sender',
  'taken_by_courier',
  'adopted_at_source_branch',
  'out_for_delivery',
  'ready_to_pickup',
  'delivered',
  'pickup_time_expired',
  'returned_to_sender',
] as const

/** A shipment as ShipX answers it. */
export function describeShipment(record: ShipmentRecord, baseUrl: string): object {
  const { id, status, created, trackingNumber, request, unpaid } = record
  const moment = new Date(created).toISOString()
  return {
    href: `${baseUrl}/v1/shipments/${id}`,
    id,
    status,
    tracking_number: trackingNumber,
    return_tracking_number: null,
    ...request,
    reference: request.reference ?? null,
    cod: request.cod ?? { amount: null, currency: null },
    created_at: moment,
    updated_at: moment,
    offers: [],
    transactions: unpaid
      ? [{ id, status: 'failure', details: { error: 'not_enough_funds', message: 'Not enough funds.' } }]
      : [],
  }
}
