import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { isAsSeen } from '#domain/kernel/lists/row-version-queries.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import type { NewRunItem } from '#domain/kernel/runs/run-store.server.ts'
import { startOrJoinRun } from '#domain/kernel/runs/start-run.server.ts'
import type { Services } from '#domain/services.ts'
import { isTravelling, type LockedShipment, UNSENT } from '#domain/shipping/admin/parcel-store.server.ts'
import { listUnknown, withoutLabel } from '#domain/shipping/admin/parcel-warning.ts'
import {
  findUnknownWarnings,
  listParcelWarnings,
  type ParcelWarned,
} from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { findObstacle } from '#domain/shipping/carrier/carrier-obstacle.ts'
import {
  countCarrierShipments,
  findOpenCarrierShipment,
  listOrdersToSend,
} from '#domain/shipping/carrier/carrier-queries.server.ts'
import { CARRIER_RUN, type carrierShipmentsRequestSchema } from '#domain/shipping/carrier/carrier-shipment.ts'
import { HANDED_OVER_STATUSES } from '#domain/shipping/carrier/carrier-status.ts'
import {
  insertCarrierShipment,
  lockShipmentsOf,
  replaceCarrierShipment,
  requestAgain,
  storeSizes,
} from '#domain/shipping/carrier/carrier-store.server.ts'

/**
 * Stores that the carrier is to send parcels, before the carrier is asked, and begins the run that asks it. Parcels
 * join a run that is already in progress. Parcels already at the carrier are done, unless their label is used or no
 * longer fits the order: those are sent again under another reference. Parcels that cannot be sent, that changed since
 * they were seen, or whose warnings are not known have failed, each on its own. Refused when all parcels have such
 * warnings.
 */
export async function createCarrierShipments(
  { db, jobs, carrier }: Pick<Services, 'db' | 'jobs' | 'carrier'>,
  adminId: string,
  { parcels, sizes, versions, knows }: Requested,
): Promise<Result<{ runId: string }, CreateRefusal | Busy>> {
  if (!carrier) return fail({ reason: 'carrier_missing' })
  return transact<{ runId: string }, CreateRefusal | Busy>(db, async (trx) => {
    const warnings = await listParcelWarnings(trx, parcels)
    const unknown = new Map(parcels.map((id) => [id, withoutLabel(listUnknown(warnings.get(id) ?? [], knows))]))
    // These parcels fail, each on its own; the others are sent.
    if (parcels.every((id) => (unknown.get(id) ?? []).length > 0)) {
      return fail({ reason: 'parcel_warned', warnings: [...unknown.values()].flat() })
    }
    await storeSizes(trx, sizes)
    const items: NewRunItem[] = []
    // A fixed order, so that two windows do not deadlock.
    for (const checkoutId of [...new Set(parcels)].toSorted()) {
      const item = await request(trx, { checkoutId, sizes, adminId, versions, knows })
      if (item) items.push(item)
    }
    return startOrJoinRun({ jobs }, trx, { kind: CARRIER_RUN, about: 'checkout', items, startedBy: adminId })
  })
}

type Requested = z.output<typeof carrierShipmentsRequestSchema>
type CreateRefusal = { reason: 'carrier_missing' } | ParcelWarned

async function request(
  trx: Transaction<Database>,
  { checkoutId, sizes, adminId, versions, knows }: Omit<Requested, 'parcels'> & { checkoutId: string; adminId: string },
): Promise<NewRunItem | null> {
  const shipments = await lockShipmentsOf(trx, checkoutId)
  const [head] = shipments
  // No such parcel exists, so the run cannot name it.
  if (!head) return null
  const before = await findOpenCarrierShipment(trx, checkoutId)
  const isThere = before?.status === 'created' || before?.status === 'confirmed'
  if (isThere && !before.outdated) {
    // In the shop's records the parcel is back, but in the carrier's it is not.
    const isUnderWay = HANDED_OVER_STATUSES.includes(before.carrier_status ?? '') && isInShop(shipments)
    return isUnderWay
      ? { id: checkoutId, status: 'failed', failure: 'parcel_under_way' }
      : { id: checkoutId, status: 'done', failure: null }
  }
  const open = isThere ? undefined : before
  const orders = await listOrdersToSend(trx, checkoutId)
  // The number of a parcel that is sent again is no obstacle.
  const used = isThere ? before.tracking_number : null
  const unused = orders.map((order) => ({
    ...order,
    tracking_number: order.tracking_number === used ? null : order.tracking_number,
  }))
  const obstacle = shipments.every((part) => isAsSeen(part, versions[part.id]))
    ? findObstacle(unused, withoutLabel(await findUnknownWarnings(trx, shipments, knows)))
    : 'parcel_changed'
  // If the parcel was requested before without an answer, the carrier has to be asked anyway.
  if (obstacle !== null && !open?.asked_at) return { id: checkoutId, status: 'failed', failure: obstacle }
  if (isThere) await replaceCarrierShipment(trx, before, shipments.filter(isTravelling), adminId)
  if (open) await requestAgain(trx, open.id, { sizes, knows })
  else {
    const [first] = orders
    if (!first) return null
    const attempt = (await countCarrierShipments(trx, checkoutId)) + 1
    const reference = attempt === 1 ? first.number : `${first.number}-${attempt}`
    await insertCarrierShipment(trx, { checkoutId, reference, sizes, knows })
  }
  await recordAudit(trx, { userId: adminId, action: 'shipment.carrier_requested', subjectId: head.id })
  return { id: checkoutId, status: 'waiting', failure: null }
}

function isInShop(shipments: readonly LockedShipment[]): boolean {
  const travelling = shipments.filter(isTravelling)
  return travelling.length > 0 && travelling.every(({ status }) => UNSENT.includes(status))
}
