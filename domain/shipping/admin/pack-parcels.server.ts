import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import { lockShipments, markShipments, toAdminDeed, UNSENT } from './parcel-store.server.ts'

/**
 * Notes that shipments were packed, or are to be packed again; what is so already stays, so that the same call again does
 * nothing. Packed ones are being processed. Refused whole where one was sent, cancelled or archived meanwhile.
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
