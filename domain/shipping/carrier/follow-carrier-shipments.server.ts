import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { isTravelling } from '#domain/shipping/admin/parcel-store.server.ts'
import { announceShipment, changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import { type CarrierShipmentRow, listCarrierShipments } from './carrier-queries.server.ts'
import { moveByCarrier, UNCONFIRMED_CARRIER_STATUSES } from './carrier-status.ts'
import {
  lockCarrierShipment,
  lockShipmentsOf,
  noteChecked,
  removeNumberAndLabel,
  storeCarrierState,
  storeNumberAndLabel,
} from './carrier-store.server.ts'
import type { CarrierFailure, CarrierShipment, ParcelCarrier } from './parcel-carrier.ts'

/** Reads the state of these parcels at the carrier and applies it. */
export async function followCarrierShipments(
  { db, now }: Pick<Services, 'db' | 'now'>,
  carrier: ParcelCarrier,
  ids: readonly string[],
): Promise<Result<null, CarrierFailure>> {
  const rows = await listCarrierShipments(db, ids)
  const found = await carrier.find(rows.flatMap(({ carrier_id }) => carrier_id ?? []))
  if (!found.ok) return found
  const byId = new Map(found.value.map((shipment) => [shipment.id, shipment]))
  for (const row of rows) {
    const state = byId.get(row.carrier_id ?? '')
    if (state) await db.transaction().execute((trx) => applyCarrierState(trx, row, state))
  }
  // Includes those that the carrier no longer knows, so that they do not delay others.
  await db.transaction().execute((trx) => noteChecked(trx, ids, now()))
  return ok(null)
}

/**
 * Applies the carrier's state of a parcel: its number and label, once they exist, and its progress. A known state
 * changes nothing, so that it does not undo later corrections by the admin. No state moves a shipment backwards.
 */
async function applyCarrierState(
  trx: Transaction<Database>,
  { id, checkout_id }: CarrierShipmentRow,
  state: CarrierShipment,
): Promise<void> {
  const shipments = await lockShipmentsOf(trx, checkout_id)
  const row = await lockCarrierShipment(trx, id)
  if (!row || (row.status !== 'created' && row.status !== 'confirmed')) return
  const { status: carrierStatus } = state
  const problem = state.problem === null ? null : { reason: 'carrier_unpaid', code: state.problem }
  const stored = row.problem === null ? null : row.problem === JSON.stringify(problem)
  const isNew = row.carrier_status !== carrierStatus || row.tracking_number !== state.trackingNumber
  if (!isNew && stored === (problem === null ? null : true)) return

  const isConfirmed = state.trackingNumber !== null && !UNCONFIRMED_CARRIER_STATUSES.includes(carrierStatus)
  const status = carrierStatus === 'canceled' ? 'cancelled' : isConfirmed ? 'confirmed' : row.status
  const trackingNumber = state.trackingNumber ?? row.tracking_number
  await storeCarrierState(trx, id, {
    status,
    carrier_status: carrierStatus,
    tracking_number: trackingNumber,
    problem: status === 'created' ? problem : null,
  })
  if (status === 'cancelled') return removeNumberAndLabel(trx, shipments, trackingNumber)
  if (status !== 'confirmed' || trackingNumber === null) return

  const travelling = shipments.filter(isTravelling)
  const labelUrl = buildLabelUrl(id)
  const numbered = await storeNumberAndLabel(trx, travelling, { trackingNumber, labelUrl })
  const moves = new Map(travelling.map((shipment) => [shipment.id, moveByCarrier(shipment.status, carrierStatus)]))
  for (const { id: shipmentId, status: own } of travelling) {
    const to = row.carrier_status === carrierStatus ? null : (moves.get(shipmentId) ?? null)
    if (to !== null) await changeShipmentStatus(trx, shipmentId, { actor: 'provider', to, reason: null })
    // The parcel was already on its way when its number arrived.
    else if (numbered.some((shipment) => shipment.id === shipmentId)) await announceShipment(trx, shipmentId, own)
  }
}

/** The address of a parcel's label in the admin pages. */
function buildLabelUrl(id: string): string {
  return `/api/admin/carrier-shipments/${id}/label`
}
