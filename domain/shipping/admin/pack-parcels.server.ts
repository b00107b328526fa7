import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import { lockShipments, markShipments, toAdminDeed, UNSENT } from './parcel-store.server.ts'

/**
 * Records that shipments were packed, or have to be packed again. Shipments already in that state stay, so that a
 * repeated call changes nothing. Packed ones get the status `processing`. Refused as a whole if one was sent, cancelled
 * or archived in between.
 */
export async function packShipments(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  { ids, packed }: { ids: readonly string[]; packed: boolean },
): Promise<Result<{ shipments: number }, { reason: 'shipment_not_found' | 'parcel_not_to_pack' } | Busy>> {
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
    const marks = { packed_at: packed ? new Date() : null }
    await markShipments(trx, changed, marks, { deed: packed ? 'packed' : 'unpacked', by })
    for (const { id, status } of packed ? changed : []) {
      if (status === 'created') await changeShipmentStatus(trx, id, { ...by, to: 'processing' })
    }
    return ok({ shipments: changed.length })
  })
}

type PackRefusal = { reason: 'shipment_not_found' | 'parcel_not_to_pack' }
