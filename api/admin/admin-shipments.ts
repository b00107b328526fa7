import { adminCall, packingCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { isAdmin } from '#domain/accounts/account.ts'
import { updateShipments } from '#domain/flows/shipping/update-shipments.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { adminParcelSchema, shipmentIdsSchema, shipmentUpdateSchema } from '#domain/shipping/admin/admin-parcel.ts'
import { archiveShipments, deleteShipments, restoreShipments } from '#domain/shipping/admin/archive-shipments.server.ts'
import { countParcelsOf, listAdminParcels } from '#domain/shipping/admin/parcel-queries.server.ts'
import { SHIPMENT_STATUSES } from '#domain/shipping/shipment.ts'
import { adminPackingCalls } from './admin-packing.ts'

const changedParcels = [
  'Number of changed parcels',
  z.object({
    parcels: z.int(),
    left_out: z
      .array(z.string())
      .optional()
      .meta({ description: 'Numbers of orders whose parcel changed since it was seen' }),
  }),
] as const

export const adminShipmentCalls = [
  adminCall.get(
    '/shipments/archive-count',
    { summary: 'Number of parcels in the archive', answers: ['Parcels', z.object({ total: z.int() })] },
    async ({ services }) => ok({ total: await countParcelsOf(services.db, 'archived') }),
  ),
  adminCall.get(
    '/shipments',
    {
      summary: 'Parcels with their shipments and orders, newest first: 25 a page, 10 of the archive',
      query: z.strictObject({
        view: z.enum(['active', 'archived']).default('active'),
        search: z.string().trim().max(100).default('').meta({ description: 'Order or tracking number, or receiver' }),
        status: z.enum(SHIPMENT_STATUSES).optional().meta({ description: 'Counted up to the newest 1000' }),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
      answers: [
        'A page',
        z.object({
          items: z.array(adminParcelSchema),
          total: z.int().meta({ description: 'Parcels on all pages' }),
          page: z.int().meta({ description: 'Beyond the end: the last page' }),
          pages: z.int(),
          pageSize: z.int(),
        }),
      ],
    },
    async ({ services, query: { status = null, ...wanted } }) =>
      ok(await listAdminParcels(services.db, { ...wanted, status })),
  ),
  packingCall.patch(
    '/shipments',
    {
      summary: 'Sets the status and tracking number of shipments, all or none',
      description: 'Who packs sends parcels that wait in the shop, and nothing else.',
      body: shipmentUpdateSchema,
      answers: ['Number of changed shipments', z.object({ shipments: z.int() })],
      refuses: [
        'shipment_not_found',
        'owner_only',
        'changed_meanwhile',
        'tracking_number_used',
        'parcel_warned',
        'order_stock_gone',
        'order_not_restorable',
        'order_code_gone',
      ],
    },
    ({ services, user, body }) =>
      updateShipments(services, user.id, body, { onlySends: !isAdmin(user, services.adminEmail) }),
  ),
  adminCall.post(
    '/shipments/archive',
    {
      summary: 'Archives the whole parcels of these shipments',
      body: shipmentIdsSchema,
      answers: changedParcels,
      refuses: ['changed_meanwhile'],
    },
    ({ services, user, body }) => archiveShipments(services, user.id, body),
  ),
  adminCall.post(
    '/shipments/restore',
    {
      summary: 'Takes the whole parcels of these shipments out of the archive',
      body: shipmentIdsSchema,
      answers: changedParcels,
      refuses: ['changed_meanwhile'],
    },
    ({ services, user, body }) => restoreShipments(services, user.id, body),
  ),
  adminCall.post(
    '/shipments/delete',
    {
      summary: 'Deletes the whole parcels of these archived shipments permanently',
      body: shipmentIdsSchema,
      answers: changedParcels,
      refuses: ['changed_meanwhile', 'shipment_not_archived'],
    },
    ({ services, user, body }) => deleteShipments(services, user.id, body),
  ),
  ...adminPackingCalls,
]
