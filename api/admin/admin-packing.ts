import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { adminParcelSchema, packingDeskSchema, packingSchema } from '#domain/shipping/admin/admin-parcel.ts'
import { packShipments } from '#domain/shipping/admin/pack-parcels.server.ts'
import { findParcel, readPackingDesk } from '#domain/shipping/admin/packing-queries.server.ts'

const common = { tags: ['admin'], security: [{ session: [] }] }

const deskRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/packing',
  summary: 'Parcels to pack, the longest waiting first, and those packed but not sent yet',
  responses: { ...answers(packingDeskSchema, 'Parcels'), ...errors('not_found') },
})

const packRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/packing',
  summary: 'Marks shipments as packed, or as to be packed again',
  request: { body: jsonBody(packingSchema) },
  responses: {
    ...answers(z.object({ shipments: z.int() }), 'Number of changed shipments'),
    ...bodyErrors('not_found', 'shipment_not_found', 'parcel_not_to_pack', 'parcel_warned', 'changed_meanwhile'),
  },
})

const parcelRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/parcels/{id}',
  summary: 'The parcel of a checkout, archived or not',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    ...answers(adminParcelSchema, 'The parcel'),
    ...errors('not_found', 'invalid_request', 'shipment_not_found'),
  },
})

export const adminPackingRoutes = createAdminRouter()
  .openapi(deskRoute, async (c) => c.json(await readPackingDesk(c.var.services.db), 200))
  .openapi(packRoute, async (c) => {
    const packed = await packShipments(c.var.services, c.var.user.id, c.req.valid('json'))
    return packed.ok ? c.json(packed.value, 200) : refuse(c, packed.failure)
  })
  .openapi(parcelRoute, async (c) => {
    const parcel = await findParcel(c.var.services.db, c.req.valid('param').id)
    return parcel ? c.json(parcel, 200) : refuse(c, { reason: 'shipment_not_found' })
  })
