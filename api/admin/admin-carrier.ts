import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { createCarrierShipments } from '#domain/flows/shipping/create-carrier-shipments.server.ts'
import { cancelCarrierShipment } from '#domain/shipping/carrier/cancel-carrier-shipment.server.ts'
import { readCarrierDesk } from '#domain/shipping/carrier/carrier-queries.server.ts'
import { carrierShipmentsRequestSchema, parcelSizesSchema } from '#domain/shipping/carrier/carrier-shipment.ts'
import { type LabelFile, MOST_LABELS } from '#domain/shipping/carrier/parcel-carrier.ts'
import { printLabels } from '#domain/shipping/carrier/print-labels.server.ts'
import { startedRun } from './admin-runs.ts'

const common = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })

const deskRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/carrier',
  summary: 'Whether the shop has a carrier, the sizes chosen last, and the run in progress',
  responses: {
    ...answers(
      z.object({ configured: z.boolean(), sizes: parcelSizesSchema, run_id: z.uuid().nullable() }),
      'Initial values for creating parcels',
    ),
    ...errors('not_found'),
  },
})

const createShipmentsRoute = createRoute({
  method: 'post',
  ...common,
  path: '/admin/carrier-shipments',
  summary: 'Begins to create parcels at the carrier; each succeeds or fails on its own',
  description:
    'Returns the run; parcels join a run in progress. Its progress: GET /api/admin/runs/{id}. Repeating the call ' +
    'makes no second parcel.',
  request: { body: jsonBody(carrierShipmentsRequestSchema) },
  responses: { ...answers(startedRun, 'The run'), ...bodyErrors('not_found', 'carrier_missing', 'parcel_warned') },
})

const carrierErrors = [
  'not_found',
  'carrier_missing',
  'carrier_shipment_not_found',
  'carrier_unavailable',
  'carrier_busy',
  'carrier_unauthorized',
  'carrier_refused',
  'carrier_too_late',
  'carrier_unknown_id',
] as const

const cancelRoute = createRoute({
  method: 'delete',
  ...common,
  path: '/admin/carrier-shipments/{id}',
  summary: 'Cancels a parcel at the carrier before it is confirmed there; the order stays',
  request: { params },
  responses: { ...answers(done, 'Done'), ...errors(...carrierErrors, 'carrier_unsettled') },
})

/** Names the parcels whose labels are not in the file, because their orders are cancelled. */
const LEFT_OUT_HEADER = 'X-Left-Out'

const files = {
  200: {
    description: 'A PDF for a label printer (A6); an archive of PDFs if the services differ',
    content: { 'application/pdf': { schema: z.string() }, 'application/zip': { schema: z.string() } },
  },
}

const labelRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/carrier-shipments/{id}/label',
  summary: 'The label of a parcel',
  request: { params },
  responses: { ...files, ...errors(...carrierErrors, 'label_not_ready', 'label_outdated', 'labels_cancelled') },
})

const labelsRoute = createRoute({
  method: 'get',
  ...common,
  path: '/admin/carrier-labels',
  summary: 'The labels of several parcels, all or none, without those of cancelled orders',
  request: {
    query: z.strictObject({
      ids: z
        .string()
        .transform((list) => list.split(','))
        .pipe(z.array(z.uuid()).min(1).max(MOST_LABELS))
        .meta({ description: 'Ids of parcels at the carrier, separated by commas' }),
    }),
  },
  responses: {
    ...files,
    ...errors(...carrierErrors, 'label_not_ready', 'label_outdated', 'labels_cancelled', 'invalid_request'),
  },
})

function sendFile({ bytes, type }: LabelFile, name: string): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': `application/${type}`,
      'Content-Disposition': `attachment; filename="${name}.${type}"`,
      'Cache-Control': 'no-store',
    },
  })
}

export const adminCarrierRoutes = createAdminRouter()
  .openapi(deskRoute, async (c) => {
    const { db, carrier } = c.var.services
    return c.json({ configured: carrier !== null, ...(await readCarrierDesk(db)) }, 200)
  })
  .openapi(createShipmentsRoute, async (c) => {
    const started = await createCarrierShipments(c.var.services, c.var.user.id, c.req.valid('json'))
    return started.ok ? c.json({ id: started.value.runId }, 200) : refuse(c, started.failure)
  })
  .openapi(cancelRoute, async (c) => {
    const cancelled = await cancelCarrierShipment(c.var.services, c.var.user.id, c.req.valid('param').id)
    return cancelled.ok ? c.json(DONE, 200) : refuse(c, cancelled.failure)
  })
  .openapi(labelRoute, async (c) => {
    const printed = await printLabels(c.var.services, [c.req.valid('param').id])
    if (!printed.ok) return refuse(c, printed.failure)
    return sendFile(printed.value, `etykieta-${printed.value.reference}`)
  })
  .openapi(labelsRoute, async (c) => {
    const printed = await printLabels(c.var.services, c.req.valid('query').ids)
    if (!printed.ok) return refuse(c, printed.failure)
    const file = sendFile(printed.value, 'etykiety')
    if (printed.value.leftOut.length > 0) file.headers.set(LEFT_OUT_HEADER, printed.value.leftOut.join(','))
    return file
  })
