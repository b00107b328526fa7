import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { isAsSeen } from '#domain/kernel/lists/row-version-queries.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import type { Packing } from './packing-desk.ts'
import { lockShipments, markShipments, toAdminDeed, UNSENT } from './parcel-store.server.ts'
import { findUnknownWarnings, type ParcelWarned } from './parcel-warnings-queries.server.ts'

/**
 * Records that shipments were packed, or have to be packed again. Shipments already in that state stay, so that a
 * repeated call changes nothing. Packed ones get the status `processing`. Refused as a whole if one changed since it was
 * seen, was sent, cancelled or archived in between, or if a warning about one is not known.
 */
export async function packShipments(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  { ids, packed, versions, knows }: Packing,
): Promise<Result<{ shipments: number }, PackRefusal | Busy>> {
  return transact(db, async (trx): Promise<Result<{ shipments: number }, PackRefusal>> => {
    const by = toAdminDeed(adminId)
    const rows = await lockShipments(trx, ids)
    if (rows.length !== new Set(ids).size) return fail({ reason: 'shipment_not_found' })
    if (
      rows.some((row) => row.archived_at !== null || row.order_status === 'cancelled' || !UNSENT.includes(row.status))
    ) {
      return fail({ reason: 'parcel_not_to_pack' })
    }
    const changed = rows.filter(({ packed_at }) => (packed_at !== null) !== packed)
    if (changed.some((row) => !isAsSeen(row, versions[row.id]))) return fail({ reason: 'changed_meanwhile' })
    const warnings = packed ? await findUnknownWarnings(trx, changed, knows) : []
    if (warnings.length > 0) return fail({ reason: 'parcel_warned', warnings })
    const marks = { packed_at: packed ? new Date() : null }
    await markShipments(trx, changed, marks, { deed: packed ? 'packed' : 'unpacked', by })
    for (const { id, status } of packed ? changed : []) {
      if (status === 'created') await changeShipmentStatus(trx, id, { ...by, to: 'processing' })
    }
    return ok({ shipments: changed.length })
  })
}

type PackRefusal = { reason: 'shipment_not_found' | 'parcel_not_to_pack' | 'changed_meanwhile' } | ParcelWarned
