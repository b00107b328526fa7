import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { findCarrierShipment } from './carrier-queries.server.ts'
import {
  lockCarrierShipment,
  lockShipmentsOf,
  removeNumberAndLabel,
  storeCarrierState,
} from './carrier-store.server.ts'
import type { CarrierFailure } from './parcel-carrier.ts'

export type CarrierMissing = { reason: 'carrier_missing' }
type CancelRefusal = CarrierMissing | { reason: 'carrier_shipment_not_found' | 'carrier_unsettled' } | CarrierFailure

/**
 * Cancels a parcel at the carrier, which is possible until the carrier has confirmed it. The order and its shipment
 * stay as they are and may be sent again. Does nothing when it is already cancelled.
 */
export async function cancelCarrierShipment(
  { db, carrier }: Pick<Services, 'db' | 'carrier'>,
  adminId: string,
  id: string,
): Promise<Result<null, CancelRefusal>> {
  if (!carrier) return fail({ reason: 'carrier_missing' })
  const row = isUuid(id) ? await findCarrierShipment(db, id) : undefined
  if (!row) return fail({ reason: 'carrier_shipment_not_found' })
  if (row.status === 'cancelled') return ok(null)
  if (row.carrier_id === null) return fail({ reason: 'carrier_unsettled' })
  const cancelled = await carrier.cancel(row.carrier_id)
  // Cancelled by an earlier call whose answer was lost, or in the carrier's own panel. Its status says so.
  if (!cancelled.ok && !(await isCancelled(cancelled.failure.reason, row.carrier_id))) return cancelled

  await db.transaction().execute(async (trx) => {
    const shipments = await lockShipmentsOf(trx, row.checkout_id)
    const locked = await lockCarrierShipment(trx, id)
    if (!locked || locked.status === 'cancelled') return
    const { tracking_number } = locked
    await storeCarrierState(trx, id, {
      status: 'cancelled',
      carrier_status: 'canceled',
      tracking_number,
      problem: null,
    })
    await removeNumberAndLabel(trx, shipments, tracking_number)
    const [head] = shipments
    await recordAudit(trx, { userId: adminId, action: 'shipment.carrier_cancelled', subjectId: head?.id ?? null })
  })
  return ok(null)

  async function isCancelled(reason: string, carrierId: string): Promise<boolean> {
    if (reason !== 'carrier_too_late' && reason !== 'carrier_unknown_id') return false
    const found = await carrier?.find([carrierId])
    return found?.ok === true && (found.value.length === 0 || found.value[0]?.status === 'canceled')
  }
}
