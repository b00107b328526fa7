import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import type { NewRunItem } from '#domain/kernel/runs/run-store.server.ts'
import { startOrJoinRun } from '#domain/kernel/runs/start-run.server.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { findObstacle } from '#domain/shipping/carrier/carrier-obstacle.ts'
import {
  countCarrierShipments,
  findOpenCarrierShipment,
  listOrdersToSend,
} from '#domain/shipping/carrier/carrier-queries.server.ts'
import { CARRIER_RUN, type ParcelSizes } from '#domain/shipping/carrier/carrier-shipment.ts'
import {
  insertCarrierShipment,
  lockShipmentsOf,
  requestAgain,
  storeSizes,
} from '#domain/shipping/carrier/carrier-store.server.ts'

/**
 * Stores that the carrier shall send parcels, before the carrier is asked, and begins the run that asks it. Parcels
 * join a run that is already in progress. Parcels already at the carrier are done, and parcels that cannot be sent have
 * failed, each on its own.
 */
export async function createCarrierShipments(
  { db, jobs, carrier }: Pick<Services, 'db' | 'jobs' | 'carrier'>,
  adminId: string,
  { parcels, sizes }: { parcels: readonly string[]; sizes: ParcelSizes },
): Promise<Result<{ runId: string }, { reason: 'carrier_missing' } | Busy>> {
  if (!carrier) return fail({ reason: 'carrier_missing' })
  return transact<{ runId: string }, Busy>(db, async (trx) => {
    await storeSizes(trx, sizes)
    const items: NewRunItem[] = []
    // A fixed order, so that two windows do not deadlock.
    for (const checkoutId of [...new Set(parcels)].toSorted()) {
      const item = await request(trx, { checkoutId, sizes, adminId })
      if (item) items.push(item)
    }
    return startOrJoinRun({ jobs }, trx, { kind: CARRIER_RUN, about: 'checkout', items, startedBy: adminId })
  })
}

async function request(
  trx: Transaction<Database>,
  { checkoutId, sizes, adminId }: { checkoutId: string; sizes: ParcelSizes; adminId: string },
): Promise<NewRunItem | null> {
  const [head] = await lockShipmentsOf(trx, checkoutId)
  // No parcel that a run could name.
  if (!head) return null
  const open = await findOpenCarrierShipment(trx, checkoutId)
  if (open?.status === 'created' || open?.status === 'confirmed')
    return { id: checkoutId, status: 'done', failure: null }
  const orders = await listOrdersToSend(trx, checkoutId)
  const obstacle = findObstacle(orders)
  // If it was requested before without an answer, the carrier has to be asked anyway.
  if (obstacle !== null && !open?.asked_at) return { id: checkoutId, status: 'failed', failure: obstacle }
  if (open) await requestAgain(trx, open.id, sizes)
  else {
    const [first] = orders
    if (!first) return null
    const attempt = (await countCarrierShipments(trx, checkoutId)) + 1
    const reference = attempt === 1 ? first.number : `${first.number}-${attempt}`
    await insertCarrierShipment(trx, { checkoutId, reference, sizes })
  }
  await recordAudit(trx, { userId: adminId, action: 'shipment.carrier_requested', subjectId: head.id })
  return { id: checkoutId, status: 'waiting', failure: null }
}
