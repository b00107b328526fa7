import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { isAsSeen } from '#domain/kernel/lists/row-version-queries.server.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { SeenShipments } from './admin-parcel.ts'
import { type AdminDeed, type LockedShipment, lockParcels, markShipments, toAdminDeed } from './parcel-store.server.ts'

/** `left_out`: numbers of orders whose parcel changed since it was seen. */
type Parcels = { parcels: number; left_out?: string[] }
/** `changed_meanwhile`: another window was faster and nothing was left to do. */
type Refusal = { reason: 'changed_meanwhile' } | Busy

/** Archives the whole parcels of these shipments. Returns how many were not archived before. */
export function archiveShipments(services: Pick<Services, 'db'>, adminId: string, asked: SeenShipments) {
  return moveUnchanged(services, adminId, asked, archiveWithin)
}

/** Takes the whole parcels of these shipments out of the archive, with the status they had. */
export function restoreShipments(services: Pick<Services, 'db'>, adminId: string, asked: SeenShipments) {
  return moveUnchanged(services, adminId, asked, restoreWithin)
}

function moveUnchanged(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  asked: SeenShipments,
  move: typeof archiveWithin,
): Promise<Result<Parcels, Refusal>> {
  return transact(db, async (trx) => {
    const { ids, left_out } = await chooseUnchanged(trx, asked)
    return answer(await move(trx, toAdminDeed(adminId), ids), left_out)
  })
}

/**
 * Deletes the whole parcels of these shipments from the archive, permanently: the admin never sees them again. The
 * orders and the customer's view of them stay. If one is not archived, none is deleted.
 */
export function deleteShipments(
  { db }: Pick<Services, 'db'>,
  adminId: string,
  asked: SeenShipments,
): Promise<Result<Parcels, Refusal | { reason: 'shipment_not_archived' }>> {
  return transact(
    db,
    async (trx): Promise<Result<Parcels, { reason: 'changed_meanwhile' | 'shipment_not_archived' }>> => {
      const { ids, left_out } = await chooseUnchanged(trx, asked)
      const parts = await lockParcels(trx, ids)
      if (parts.some(({ archived_at }) => archived_at === null)) return fail({ reason: 'shipment_not_archived' })
      await markShipments(trx, parts, { deleted_at: new Date() }, { deed: 'deleted', by: toAdminDeed(adminId) })
      return answer(countParcels(parts), left_out)
    },
  )
}

/** As `archiveShipments`, in the caller's transaction, changed or not. */
export async function archiveWithin(trx: Transaction<Database>, by: AdminDeed, ids: readonly string[]) {
  const parts = (await lockParcels(trx, ids)).filter(({ archived_at }) => archived_at === null)
  await markShipments(trx, parts, { archived_at: new Date() }, { deed: 'archived', by })
  return countParcels(parts)
}

/** As `restoreShipments`, in the caller's transaction, changed or not. */
export async function restoreWithin(trx: Transaction<Database>, by: AdminDeed, ids: readonly string[]) {
  const parts = (await lockParcels(trx, ids)).filter(({ archived_at }) => archived_at !== null)
  await markShipments(trx, parts, { archived_at: null }, { deed: 'restored', by })
  return countParcels(parts)
}

function countParcels(parts: readonly LockedShipment[]): number {
  return new Set(parts.map(({ checkout_id }) => checkout_id)).size
}

function answer(parcels: number, left_out: string[]): Result<Parcels, { reason: 'changed_meanwhile' }> {
  return parcels > 0 ? ok({ parcels, ...(left_out.length > 0 && { left_out }) }) : fail({ reason: 'changed_meanwhile' })
}

/** The shipments of parcels that are still as they were seen: each parcel on its own. */
async function chooseUnchanged(trx: Transaction<Database>, { ids, versions }: SeenShipments) {
  const parts = await lockParcels(trx, ids)
  const changed = parts.filter((part) => !isAsSeen(part, versions[part.id]))
  const checkouts = new Set(changed.map(({ checkout_id }) => checkout_id))
  const out = parts.filter(({ checkout_id }) => checkouts.has(checkout_id))
  const outIds = new Set(out.map(({ id }) => id))
  return {
    ids: ids.filter((id) => !outIds.has(id)),
    left_out: out.map(({ order_id }) => formatOrderNumber(order_id)),
  }
}
