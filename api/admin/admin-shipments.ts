import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { updateShipments } from '#domain/flows/shipping/update-shipments.server.ts'
import { adminParcelSchema, shipmentIdsSchema, shipmentUpdateSchema } from '#domain/shipping/admin/admin-parcel.ts'
import { archiveShipments, deleteShipments, restoreShipments } from '#domain/shipping/admin/archive-shipments.server.ts'
import { countArchivedParcels, listAdminParcels } from '#domain/shipping/admin/parcel-queries.server.ts'
import { SHIPMENT_STATUSES } from '#domain/shipping/shipment.ts'
import { adminPackingRoutes } from './admin-packing.ts'

const common = { tags: ['admin'], security: [{ session: [] }] }
const parcelsAnswer = answers(
  z.object({
    parcels: z.int(),
    leftOut: z
      .array(z.string())
      .optional()
      .meta({ description: 'Numbers of orders whose parcel changed since it was seen' }),
  }),
  'Number of changed parcels',
)
const ids = { body: jsonBody(shipmentIdsSchema) }

const listRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/shipments',
  summary: 'Parcels with their shipments and orders, newest first: 25 a page, 10 of the archive',
  request: {
    query: z.strictObject({
      view: z.enum(['active', 'archived']).default('active'),
      search: z.string().trim().max(100).default('').meta({ description: 'Order or tracking number, or receiver' }),
      status: z.enum(SHIPMENT_STATUSES).optional().meta({ description: 'Counted up to the newest 1000' }),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
  },
  responses: {
    ...answers(
      z.object({
        items: z.array(adminParcelSchema),
        total: z.int().meta({ description: 'Parcels on all pages' }),
        page: z.int().meta({ description: 'Beyond the end: the last page' }),
        pages: z.int(),
        pageSize: z.int(),
      }),
      'A page',
    ),
    ...errors('not_found', 'invalid_request'),
  },
})

const archiveCountRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/shipments/archive-count',
  summary: 'Number of parcels in the archive',
  responses: { ...answers(z.object({ total: z.int() }), 'Parcels'), ...errors('not_found') },
})

const updateRoute = createRoute({
  method: 'patch',
  ...common,
  path: '/admin/shipments',
  summary: 'Sets the status and tracking number of shipments, all or none',
  request: { body: jsonBody(shipmentUpdateSchema) },
  responses: {
    ...answers(z.object({ shipments: z.int() }), 'Number of changed shipments'),
    ...bodyErrors(
      'not_found',
      'shipment_not_found',
      'changed_meanwhile',
      'tracking_number_used',
      'parcel_warned',
      'order_stock_gone',
      'order_not_restorable',
    ),
  },
})

const archiveRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/shipments/archive',
  summary: 'Archives the whole parcels of these shipments',
  request: ids,
  responses: { ...parcelsAnswer, ...bodyErrors('not_found', 'changed_meanwhile') },
})

const restoreRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/shipments/restore',
  summary: 'Takes the whole parcels of these shipments out of the archive',
  request: ids,
  responses: { ...parcelsAnswer, ...bodyErrors('not_found', 'changed_meanwhile') },
})

const deleteRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/shipments/delete',
  summary: 'Deletes the whole parcels of these archived shipments permanently',
  request: ids,
  responses: {
    ...parcelsAnswer,
    ...bodyErrors('not_found', 'proof_required', 'changed_meanwhile', 'shipment_not_archived'),
  },
})

export const adminShipmentRoutes = createAdminRouter()
  .openapi(archiveCountRoute, async (c) => c.json({ total: await countArchivedParcels(c.var.services.db) }, 200))
  .openapi(listRoute, async (c) => {
    const { status = null, ...wanted } = c.req.valid('query')
    return c.json(await listAdminParcels(c.var.services.db, { ...wanted, status }), 200)
  })
  .openapi(updateRoute, async (c) => {
    const updated = await updateShipments(c.var.services, c.var.user.id, c.req.valid('json'))
    return updated.ok ? c.json(updated.value, 200) : refuse(c, updated.failure)
  })
  .openapi(archiveRoute, async (c) => {
    const archived = await archiveShipments(c.var.services, c.var.user.id, c.req.valid('json'))
    return archived.ok ? c.json(archived.value, 200) : refuse(c, archived.failure)
  })
  .openapi(restoreRoute, async (c) => {
    const restored = await restoreShipments(c.var.services, c.var.user.id, c.req.valid('json'))
    return restored.ok ? c.json(restored.value, 200) : refuse(c, restored.failure)
  })
  .openapi(deleteRoute, async (c) => {
    const deleted = await deleteShipments(c.var.services, c.var.user.id, c.req.valid('json'))
    return deleted.ok ? c.json(deleted.value, 200) : refuse(c, deleted.failure)
  })
  .route('/', adminPackingRoutes)
