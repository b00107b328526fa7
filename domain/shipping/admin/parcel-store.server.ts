import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { insertEvents } from '#domain/kernel/database/status-store.server.ts'
import { STATE_VERSION } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

export type LockedShipment = Awaited<ReturnType<typeof lockShipments>>[number]

/** Locks these shipments, unless they were deleted, until the transaction ends. Their orders are locked before them. */
export async function lockShipments(trx: Transaction<Database>, ids: readonly string[]) {
  await sql`
    select from orders where id in (select order_id from shipments where id = any(${ids}::uuid[]))
    order by id for no key update`.execute(trx)
  return await trx
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select([
      'shipments.id',
      'shipments.order_id',
      'orders.checkout_id',
      'orders.status as order_status',
      STATE_VERSION.as('version'),
      'shipments.status',
      'shipments.tracking_number',
      'shipments.archived_at',
      'shipments.packed_at',
    ])
    .where('shipments.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('shipments.deleted_at', 'is', null)
    .orderBy('orders.id')
    .forUpdate('shipments')
    .execute()
}

/** Locks all shipments of the parcels that these belong to, in the same way. */
export async function lockParcels(trx: Transaction<Database>, ids: readonly string[]): Promise<LockedShipment[]> {
  const parts = await trx
    .selectFrom('shipments as asked')
    .innerJoin('orders as own', 'own.id', 'asked.order_id')
    .innerJoin('orders as sibling', 'sibling.checkout_id', 'own.checkout_id')
    .innerJoin('shipments as part', 'part.order_id', 'sibling.id')
    .where('asked.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select('part.id')
    .distinct()
    .execute()
  return lockShipments(
    trx,
    parts.map(({ id }) => id),
  )
}

type Marks = Partial<Record<'archived_at' | 'deleted_at' | 'packed_at', Date | null>> & { tracking_number?: string }

/** Order events of a shipment that are no change of its status. */
export type ShipmentDeed = 'archived' | 'restored' | 'deleted' | 'packed' | 'unpacked' | 'numbered'

/** Marks shipments, with an order event and an audit entry for each. */
export async function markShipments(
  trx: Transaction<Database>,
  shipments: readonly LockedShipment[],
  marks: Marks,
  { deed, by }: { deed: ShipmentDeed; by: AdminDeed },
): Promise<void> {
  if (shipments.length === 0) return
  await trx
    .updateTable('shipments')
    .set(marks)
    .where('id', '=', sql<string>`any(${shipments.map(({ id }) => id)}::uuid[])`)
    .execute()
  const event = { subject: 'shipment', to: deed, ...by } as const
  await insertEvents(trx, ...shipments.map(({ order_id: orderId, status: from }) => ({ ...event, orderId, from })))
  for (const { id } of shipments) {
    await recordAudit(trx, { userId: by.actorId, action: `shipment.${deed}`, subjectId: id })
  }
}

/** The admin who changes shipments, and why, for the order events. */
export type AdminDeed = Extract<Actor, { actor: 'admin' | 'customer' }> & { reason: string | null }

export function toAdminDeed(userId: string): AdminDeed {
  return { actor: 'admin', actorId: userId, reason: null }
}

/** Whether a parcel of another checkout has this number. */
export async function isNumberOfOtherParcel(
  trx: Transaction<Database>,
  trackingNumber: string,
  checkoutId: string,
): Promise<boolean> {
  const other = await trx
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select('shipments.id')
    .where('shipments.tracking_number', '=', trackingNumber)
    .where('orders.checkout_id', '!=', checkoutId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Whether a shipment is in its parcel. Cancelled ones are neither packed nor sent. */
export const isTravelling = ({ status, order_status }: Pick<LockedShipment, 'status' | 'order_status'>): boolean =>
  status !== 'cancelled' && order_status !== 'cancelled'

/** In these statuses a parcel is still in the shop. */
export const UNSENT: readonly ShipmentStatus[] = ['created', 'processing']
