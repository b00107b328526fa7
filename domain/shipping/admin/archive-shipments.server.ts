import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { type AdminDeed, type LockedShipment, lockParcels, markShipments, toAdminDeed } from './parcel-store.server.ts'

type Parcels = { parcels: number }
/** `changed_meanwhile`: another window was faster and nothing was left to do. */
type Refusal = { reason: 'changed_meanwhile' } | Busy

/** Archives the whole parcels of these shipments. Returns how many were not archived before. */
export function archiveShipments(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  ids: readonly string[],
): Promise<Result<Parcels, Refusal>> {
  return transact(db, async (trx) => answer(await archiveWithin(trx, toAdminDeed(adminId), toRows(ids))))
}

/** Takes the whole parcels of these shipments out of the archive, with the status they had. */
export function restoreShipments(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  ids: readonly string[],
): Promise<Result<Parcels, Refusal>> {
  return transact(db, async (trx) => answer(await restoreWithin(trx, toAdminDeed(adminId), toRows(ids))))
}

/**
 * Deletes the whole parcels of these shipments from the archive, permanently: the admin never sees them again. The
 * orders and the customer's view of them stay. If one is not archived, none is deleted.
 */
export function deleteShipments(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  ids: readonly string[],
): Promise<Result<Parcels, Refusal | { reason: 'shipment_not_archived' }>> {
  return transact(
    db,
    async (trx): Promise<Result<Parcels, { reason: 'changed_meanwhile' | 'shipment_not_archived' }>> => {
      const parts = await lockParcels(trx, ids)
      if (parts.some(({ archived_at }) => archived_at === null)) return fail({ reason: 'shipment_not_archived' })
      await markShipments(trx, parts, { deleted_at: new Date() }, { deed: 'deleted', by: toAdminDeed(adminId) })
      return answer(countParcels(parts))
    },
  )
}

/** The same within the caller's transaction. */
export async function archiveWithin(trx: Transaction<Database>, by: AdminDeed, asked: readonly { id: string }[]) {
  const parts = (await lockParcels(trx, asked.map(toId))).filter(({ archived_at }) => archived_at === null)
  await markShipments(trx, parts, { archived_at: new Date() }, { deed: 'archived', by })
  return countParcels(parts)
}

/** The same within the caller's transaction. */
export async function restoreWithin(trx: Transaction<Database>, by: AdminDeed, asked: readonly { id: string }[]) {
  const parts = (await lockParcels(trx, asked.map(toId))).filter(({ archived_at }) => archived_at !== null)
  await markShipments(trx, parts, { archived_at: null }, { deed: 'restored', by })
  return countParcels(parts)
}

const toId = ({ id }: { id: string }) => id
const toRows = (ids: readonly string[]) => ids.map((id) => ({ id }))

function countParcels(parts: readonly LockedShipment[]): number {
  return new Set(parts.map(({ checkout_id }) => checkout_id)).size
}

function answer(parcels: number): Result<Parcels, { reason: 'changed_meanwhile' }> {
  return parcels > 0 ? ok({ parcels }) : fail({ reason: 'changed_meanwhile' })
}
