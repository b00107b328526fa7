import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { cancelOrderWithin } from '#domain/flows/orders/cancel-order.server.ts'
import { type RestoreRefusal, restoreOrderWithin } from '#domain/flows/orders/restore-order.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import type { Restock } from '#domain/kernel/order-words/order-act-fields.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { hasLeft } from '#domain/orders/admin/order-changes.ts'
import { isInvoiceWanted } from '#domain/papers/invoices/invoice-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { ShipmentChoice, ShipmentUpdate } from '#domain/shipping/admin/admin-parcel.ts'
import { archiveWithin, restoreWithin } from '#domain/shipping/admin/archive-shipments.server.ts'
import {
  type AdminDeed,
  isNumberOfOtherParcel,
  type LockedShipment,
  lockShipments,
  markShipments,
  toAdminDeed,
  UNSENT,
} from '#domain/shipping/admin/parcel-store.server.ts'
import { findUnknownWarnings, type ParcelWarned } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import { announceShipment, changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'

type UpdateRefusal =
  | { reason: 'shipment_not_found' | 'owner_only' | 'changed_meanwhile' | 'tracking_number_used' }
  | ParcelWarned
  | RestoreRefusal

/**
 * Sets shipments to what the admin asks, all or none. They are refused when their state differs from what the admin
 * saw, unless they already are as requested: repeating the call changes nothing and returns the same answer. A status
 * of an archived shipment takes its parcel out of the archive. Cancelling a shipment cancels its order, whose pieces
 * return once, or as many as `restock` says; a later status takes them again. A parcel leaves only if the admin knows
 * what was said of it. A new number of a parcel on its way is mailed. `onlySends`: refuses all but sending parcels that
 * wait in the shop.
 */
export async function updateShipments(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  adminId: string,
  update: ShipmentUpdate,
  { onlySends = false, reason = null }: { onlySends?: boolean; reason?: string | null } = {},
): Promise<Result<{ shipments: number }, UpdateRefusal | Busy>> {
  if (onlySends && update.status !== 'shipped') return fail({ reason: 'owner_only' })
  return transact(db, async (trx) => {
    const updated = await updateWithin(trx, { ...toAdminDeed(adminId), reason }, { ...update, onlySends })
    if (!updated.ok) return updated
    const { orderIds } = updated.value
    if (await isInvoiceWanted(trx, orderIds)) await jobs.enqueue(trx, 'issue-invoices', {})
    return ok({ shipments: orderIds.length })
  })
}

const toId = ({ id }: LockedShipment) => id

async function updateWithin(
  trx: Transaction<Database>,
  by: AdminDeed,
  { shipments, status: to, tracking_number, knows, restock, onlySends }: ShipmentUpdate & { onlySends: boolean },
): Promise<Result<{ orderIds: string[] }, UpdateRefusal>> {
  const seen = new Map(shipments.map(({ id, version }) => [id, version]))
  const rows = await lockShipments(trx, [...seen.keys()])
  if (rows.length !== seen.size) return fail({ reason: 'shipment_not_found' })
  const wanted = rows.filter((row) => !isAsWanted(row, to, tracking_number))
  if (wanted.some(({ id, version }) => seen.get(id) !== version)) return fail({ reason: 'changed_meanwhile' })
  const [first] = wanted
  const orderIds = wanted.map(({ order_id }) => order_id)
  if (!first) return ok({ orderIds })
  // Sending a cancelled parcel restores its order, and one on its way gets another number.
  if (onlySends && wanted.some((row) => row.archived_at !== null || !UNSENT.includes(row.status))) {
    return fail({ reason: 'owner_only' })
  }
  if (to !== 'cancelled' && to !== 'archived') {
    for (const { status, order_id } of wanted) {
      if (status !== 'cancelled') continue
      const restored = await restoreOrderWithin(trx, order_id, by)
      if (!restored.ok) return restored
    }
  }
  if (to === 'shipped' || to === 'delivered') {
    const leaving = wanted.filter(({ status }) => !hasLeft(status))
    const warnings = await findUnknownWarnings(trx, leaving, knows)
    if (warnings.length > 0) return fail({ reason: 'parcel_warned', warnings })
  }
  const renumbered = wanted.filter((row) => tracking_number !== undefined && row.tracking_number !== tracking_number)
  if (tracking_number !== undefined && renumbered.length > 0) {
    const parcels = new Set(rows.map(({ checkout_id }) => checkout_id))
    if (parcels.size > 1 || (await isNumberOfOtherParcel(trx, tracking_number, first.checkout_id))) {
      return fail({ reason: 'tracking_number_used' })
    }
    await markShipments(trx, renumbered, { tracking_number }, { deed: 'numbered', by })
  }
  if (to === 'archived') {
    await archiveWithin(trx, by, wanted.map(toId))
    return ok({ orderIds })
  }
  const put = wanted.filter(({ archived_at }) => archived_at !== null)
  if (put.length > 0) await restoreWithin(trx, by, put.map(toId))
  if (to === 'created' || to === 'cancelled') {
    // A parcel that returns to packing has to be packed again.
    const packed = wanted.filter(({ packed_at, status }) => packed_at !== null && status !== to)
    await markShipments(trx, packed, { packed_at: null }, { deed: 'unpacked', by })
  }
  for (const row of wanted) {
    await setStatus(trx, by, row, { to, restock })
  }
  // Only for parcels that were already on their way: a change of status sends a mail of its own.
  for (const { id, status } of renumbered) if (status === to) await announceShipment(trx, id, to)
  return ok({ orderIds })
}

function isAsWanted(row: LockedShipment, to: ShipmentChoice, trackingNumber: string | undefined): boolean {
  const isThere = to === 'archived' ? row.archived_at !== null : row.archived_at === null && row.status === to
  return isThere && (trackingNumber === undefined || row.tracking_number === trackingNumber)
}

/** Changes the status of a locked shipment and applies what follows for its order. */
async function setStatus(
  trx: Transaction<Database>,
  by: AdminDeed,
  row: LockedShipment,
  { to, restock }: { to: ShipmentStatus; restock: Restock | undefined },
): Promise<void> {
  if (row.status === to) return
  // An order that was cancelled before stays so: its pieces do not move again.
  const withOrder =
    to === 'cancelled' && (await cancelOrderWithin(trx, row.order_id, { ...by, ...(restock && { restock }) })).ok
  // Cancelling an order cancels its shipments that are still in the shop.
  if (!withOrder || !UNSENT.includes(row.status)) {
    const changed = await changeShipmentStatus(trx, row.id, { ...by, to })
    if (!changed.ok) throw new Error(`shipment ${row.id} cannot be ${to}: ${changed.failure.reason}`)
  }
  const details = { from: row.status, to }
  await recordAudit(trx, { userId: by.actorId, action: 'shipment.updated', subjectId: row.id, details })
}
