import { answerFound, packingCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { packingParcelSchema } from '#domain/shipping/admin/admin-parcel.ts'
import { packShipments } from '#domain/shipping/admin/pack-parcels.server.ts'
import { packingDeskSchema, packingSchema } from '#domain/shipping/admin/packing-desk.ts'
import { findParcel, readPackingDesk } from '#domain/shipping/admin/packing-queries.server.ts'

export const adminPackingCalls = [
  packingCall.get(
    '/packing',
    {
      summary: 'Parcels to pack, the longest waiting first, and those packed but not sent yet',
      answers: ['Parcels', packingDeskSchema],
    },
    async ({ services }) => ok(packingDeskSchema.parse(await readPackingDesk(services.db))),
  ),
  packingCall.post(
    '/packing',
    {
      summary: 'Marks shipments as packed, or as to be packed again',
      body: packingSchema,
      answers: ['Number of changed shipments', z.object({ shipments: z.int() })],
      refuses: ['shipment_not_found', 'parcel_not_to_pack', 'parcel_warned', 'changed_meanwhile'],
    },
    ({ services, user, body }) => packShipments(services, user.id, body),
  ),
  packingCall.get(
    '/parcels/{id}',
    {
      summary: 'The parcel of a checkout, archived or not',
      params: z.object({ id: z.uuid() }),
      answers: ['The parcel, without prices', packingParcelSchema],
      refuses: ['invalid_request', 'shipment_not_found'],
    },
    async ({ services, params }) => {
      const parcel = await findParcel(services.db, params.id)
      return answerFound(parcel && packingParcelSchema.parse(parcel), 'shipment_not_found')
    },
  ),
]
