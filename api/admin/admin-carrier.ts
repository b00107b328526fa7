import { adminCall, doneSchema, packingCall } from '#api/call.ts'
import { answerFile, z } from '#api/http.ts'
import { createCarrierShipments } from '#domain/flows/shipping/create-carrier-shipments.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { cancelCarrierShipment } from '#domain/shipping/carrier/cancel-carrier-shipment.server.ts'
import { readCarrierDesk } from '#domain/shipping/carrier/carrier-queries.server.ts'
import { carrierShipmentsRequestSchema, parcelSizesSchema } from '#domain/shipping/carrier/carrier-shipment.ts'
import { MOST_LABELS, type ParcelLabelFile } from '#domain/shipping/carrier/parcel-carrier.ts'
import { printLabels } from '#domain/shipping/carrier/print-labels.server.ts'
import { answerRun, startedRun } from './admin-runs.ts'

const CARRIER_REFUSALS = [
  'carrier_missing',
  'carrier_shipment_not_found',
  'carrier_unavailable',
  'carrier_busy',
  'carrier_unauthorized',
  'carrier_refused',
  'carrier_too_late',
  'carrier_unknown_id',
] as const
const LABEL_REFUSALS = [...CARRIER_REFUSALS, 'label_not_ready', 'label_outdated', 'labels_cancelled'] as const

/** Names the parcels whose labels are not in the file, because their orders are cancelled. */
const LEFT_OUT_HEADER = 'X-Left-Out'

const labelFile = [
  'A PDF for a label printer (A6); an archive of PDFs if the services differ',
  ['application/pdf', 'application/zip'],
] as const

const answerLabels = ({ bytes, type }: ParcelLabelFile, name: string) =>
  answerFile(bytes, `application/${type}`, `${name}.${type}`)

export const adminCarrierCalls = [
  packingCall.get(
    '/carrier',
    {
      summary: 'Whether the shop has a carrier, the sizes chosen last, and the run in progress',
      answers: [
        'Initial values for creating parcels',
        z.object({ configured: z.boolean(), sizes: parcelSizesSchema, run_id: z.uuid().nullable() }),
      ],
    },
    async ({ services: { db, carrier } }) => ok({ configured: carrier !== null, ...(await readCarrierDesk(db)) }),
  ),
  packingCall.post(
    '/carrier-shipments',
    {
      summary: 'Begins to create parcels at the carrier; each succeeds or fails on its own',
      description:
        'Returns the run; parcels join a run in progress. Its progress: GET /api/admin/runs/{id}. Repeating the call ' +
        'makes no second parcel.',
      body: carrierShipmentsRequestSchema,
      answers: ['The run', startedRun],
      refuses: ['carrier_missing', 'parcel_warned'],
    },
    async ({ services, user, body }) => answerRun(await createCarrierShipments(services, user.id, body)),
  ),
  packingCall.delete(
    '/carrier-shipments/{id}',
    {
      summary: 'Cancels a parcel at the carrier before it is confirmed there; the order stays',
      answers: ['Done', doneSchema],
      refuses: [...CARRIER_REFUSALS, 'carrier_unsettled'],
    },
    ({ services, user, params }) => cancelCarrierShipment(services, user.id, params.id),
  ),
  packingCall.get(
    '/carrier-shipments/{id}/label',
    { summary: 'The label of a parcel', answers: labelFile, refuses: LABEL_REFUSALS },
    async ({ services, params }) => {
      const printed = await printLabels(services, [params.id])
      return printed.ok ? ok(answerLabels(printed.value, `etykieta-${printed.value.reference}`)) : printed
    },
  ),
  adminCall.get(
    '/carrier-labels',
    {
      summary: 'The labels of several parcels, all or none, without those of cancelled orders',
      query: z.strictObject({
        ids: z
          .string()
          .transform((list) => list.split(','))
          .pipe(z.array(z.uuid()).min(1).max(MOST_LABELS))
          .meta({ description: 'Ids of parcels at the carrier, separated by commas' }),
      }),
      answers: labelFile,
      refuses: LABEL_REFUSALS,
    },
    async ({ services, query }) => {
      const printed = await printLabels(services, query.ids)
      if (!printed.ok) return printed
      const file = answerLabels(printed.value, 'etykiety')
      if (printed.value.leftOut.length > 0) file.headers.set(LEFT_OUT_HEADER, printed.value.leftOut.join(','))
      return ok(file)
    },
  ),
]
