import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { insertEvents } from '#domain/kernel/database/status-store.server.ts'
import { type LockedShipment, lockShipments } from '#domain/shipping/admin/parcel-store.server.ts'
import { type CarrierShipmentRow, DESTINATION } from './carrier-queries.server.ts'
import type { CarrierProblem, ParcelSizes } from './carrier-shipment.ts'

/** Locks the shipments of a checkout that were not deleted until the transaction ends. */
export async function lockShipmentsOf(trx: Transaction<Database>, checkoutId: string): Promise<LockedShipment[]> {
  const parts = await trx
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select('shipments.id')
    .where('orders.checkout_id', '=', checkoutId)
    .execute()
  return lockShipments(
    trx,
    parts.map(({ id }) => id),
  )
}

export function lockCarrierShipment(trx: Transaction<Database>, id: string) {
  return trx.selectFrom('carrier_shipments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Stores that a parcel is to be sent. False when another call stored it first. */
export async function insertCarrierShipment(
  trx: Transaction<Database>,
  row: { checkoutId: string; reference: string; sizes: ParcelSizes; knows: readonly string[] },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('carrier_shipments')
    .values({ checkout_id: row.checkoutId, reference: row.reference, known_warnings: [...row.knows], ...row.sizes })
    // Written as a literal, because a plan for any parameter cannot use the partial index.
    .onConflict((conflict) =>
      conflict.column('checkout_id').where(sql<boolean>`status not in ('cancelled', 'replaced')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Requests a parcel again that is not at the carrier. If that is not certain, the earlier sizes are kept. */
export async function requestAgain(
  trx: Transaction<Database>,
  id: string,
  { sizes, knows }: { sizes: ParcelSizes; knows: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('carrier_shipments')
    .set({ status: 'requested', problem: null, known_warnings: [...knows], ...sizes })
    .where('id', '=', id)
    .where('status', 'in', ['requested', 'refused'])
    .where('asked_at', 'is', null)
    .execute()
}

/**
 * Records that the carrier is being asked now, unless another process has asked since this one read the row. Of many
 * simultaneous calls exactly one may ask.
 */
export async function claimCarrierAsking(
  trx: Transaction<Database>,
  id: string,
  { seen, now, codGrosze }: { seen: Date | null; now: Date; codGrosze: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('carrier_shipments')
    .set({
      asked_at: now,
      unsettled_since: sql`coalesce(unsettled_since, ${now})`,
      cod_grosze: codGrosze,
      destination: sql`(select min(${DESTINATION}) from orders join shipments on shipments.order_id = orders.id
        where orders.checkout_id = carrier_shipments.checkout_id and orders.status <> 'cancelled'
          and shipments.status <> 'cancelled' and shipments.deleted_at is null)`,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('asked_at', 'is not distinct from', seen)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Records that the carrier did not receive the request made at `seen`, so that it may be repeated. */
export async function settleAsNotThere(
  trx: Transaction<Database>,
  id: string,
  seen: Date | null,
  outcome: { status: 'requested' } | { status: 'refused'; problem: CarrierProblem },
): Promise<void> {
  const problem = 'problem' in outcome ? JSON.stringify(outcome.problem) : null
  await trx
    .updateTable('carrier_shipments')
    .set({ status: outcome.status, problem, asked_at: null, unsettled_since: null })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('asked_at', 'is not distinct from', seen)
    .execute()
}

export async function settleAsThere(
  trx: Transaction<Database>,
  id: string,
  found: { carrier_id: string; carrier_status: string; cod_grosze: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('carrier_shipments')
    .set({
      ...found,
      status: 'created',
      problem: null,
      asked_at: null,
      unsettled_since: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function storeCarrierState(
  trx: Transaction<Database>,
  id: string,
  {
    problem,
    ...state
  }: Pick<CarrierShipmentRow, 'status' | 'carrier_status' | 'tracking_number'> & {
    problem: CarrierProblem | null
  },
): Promise<void> {
  await trx
    .updateTable('carrier_shipments')
    .set({ ...state, problem: problem && JSON.stringify(problem) })
    .where('id', '=', id)
    .execute()
}

export async function noteChecked(trx: Transaction<Database>, ids: readonly string[], moment: Date): Promise<void> {
  await trx
    .updateTable('carrier_shipments')
    .set({ checked_at: moment })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Stores the carrier's number in shipments without one, and the label in all. Returns those that had no number. */
export async function storeNumberAndLabel(
  trx: Transaction<Database>,
  shipments: readonly LockedShipment[],
  { trackingNumber, labelUrl }: { trackingNumber: string; labelUrl: string },
): Promise<LockedShipment[]> {
  const numbered = shipments.filter(({ tracking_number }) => tracking_number === null)
  if (shipments.length === 0) return numbered
  await trx
    .updateTable('shipments')
    .set({ label_url: labelUrl, tracking_number: sql`coalesce(tracking_number, ${trackingNumber})` })
    .where('id', '=', sql<string>`any(${shipments.map(({ id }) => id)}::uuid[])`)
    .execute()
  const event = { subject: 'shipment', to: 'numbered', actor: 'provider', reason: null } as const
  await insertEvents(trx, ...numbered.map(({ order_id: orderId, status: from }) => ({ ...event, orderId, from })))
  return numbered
}

/**
 * Ends a carrier shipment whose label can or must not be used any more, so that the parcel can be requested again. The
 * order events keep its number.
 */
export async function replaceCarrierShipment(
  trx: Transaction<Database>,
  { id, tracking_number: trackingNumber }: { id: string; tracking_number: string | null },
  shipments: readonly LockedShipment[],
  adminId: string,
): Promise<void> {
  await trx.updateTable('carrier_shipments').set({ status: 'replaced' }).where('id', '=', id).execute()
  await removeNumberAndLabel(trx, shipments, trackingNumber)
  const by = { actor: 'admin', actorId: adminId, reason: trackingNumber } as const
  const event = { subject: 'shipment', to: 'sent_again', ...by } as const
  await insertEvents(trx, ...shipments.map(({ order_id: orderId, status: from }) => ({ ...event, orderId, from })))
}

/** Marks a parcel as outdated because its orders were changed. The carrier's status stays. */
export async function withdrawCarrierShipment(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.updateTable('carrier_shipments').set({ status: 'cancelled' }).where('id', '=', id).execute()
}

/** Removes a number that the carrier has withdrawn, and its label, from unsent shipments. */
export async function removeNumberAndLabel(
  trx: Transaction<Database>,
  shipments: readonly LockedShipment[],
  trackingNumber: string | null,
): Promise<void> {
  const unsent = shipments.filter(({ status }) => status === 'created' || status === 'processing')
  if (unsent.length === 0) return
  await trx
    .updateTable('shipments')
    .set({ label_url: null, tracking_number: sql`nullif(tracking_number, ${trackingNumber})` })
    .where('id', '=', sql<string>`any(${unsent.map(({ id }) => id)}::uuid[])`)
    .execute()
}

export async function storeSizes(trx: Transaction<Database>, sizes: ParcelSizes): Promise<void> {
  await trx.updateTable('carrier_settings').set(sizes).execute()
}
