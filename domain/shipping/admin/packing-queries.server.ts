import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { READY } from '#domain/shipping/shipment-queries.server.ts'
import { type AdminParcel, type AdminShipment, toAdminParcel } from './admin-parcel.ts'
import { listParcels } from './parcel-queries.server.ts'

/** Parcels that the packing desk shows at once, and that are counted. */
const SHOWN = 100
const COUNTED = 1000

type UnsentParcels = { items: AdminParcel[]; packed: AdminParcel[]; total: number; packed_total: number }

/** Parcels to pack, the longest waiting first, and those packed but not sent yet, the latest first. */
export async function readPackingDesk(db: Kysely<Database>): Promise<UnsentParcels> {
  const [waiting, packed] = await Promise.all([findUnsent(db, false), findUnsent(db, true)])
  const [items, done] = await Promise.all([
    listUnsent(db, waiting.slice(0, SHOWN), false),
    listUnsent(db, packed.slice(0, SHOWN), true),
  ])
  return { items, packed: done, total: waiting.length, packed_total: packed.length }
}

/** The parcel of a checkout with all of its shipments, archived or not. Undefined when there is none. */
export async function findParcel(db: Kysely<Database>, checkoutId: string): Promise<AdminParcel | undefined> {
  const [active] = await listParcels(db, [checkoutId], 'active')
  return active ?? (await listParcels(db, [checkoutId], 'archived'))[0]
}

/** Checkouts with shipments to pack, or packed but not sent; up to COUNTED. */
async function findUnsent(db: Kysely<Database>, packed: boolean): Promise<string[]> {
  const which = packed ? sql`packed_at is not null` : sql`packed_at is null`
  const order = packed ? sql`packed_at desc, id` : sql`created_at, id`
  const { rows } = await sql<{ checkout_id: string }>`
    with unsent as materialized (
      select order_id, row_number() over (order by ${order}) as place from shipments
      where archived_at is null and ${which} and status in ('created', 'processing')
      order by ${order} limit ${2 * COUNTED}
    )
    select orders.checkout_id from unsent join orders on orders.id = unsent.order_id
    where ${READY}
    group by orders.checkout_id order by min(unsent.place) limit ${COUNTED}`.execute(db)
  return rows.map(({ checkout_id }) => checkout_id)
}

async function listUnsent(
  db: Kysely<Database>,
  checkoutIds: readonly string[],
  packed: boolean,
): Promise<AdminParcel[]> {
  const parcels = await listParcels(db, checkoutIds, 'active')
  return parcels.flatMap(({ checkout_id, shipments, ...beside }) => {
    const [first, ...others] = shipments.filter((part) => isUnsent(part) && (part.packed_at !== null) === packed)
    return first ? [toAdminParcel(checkout_id, [first, ...others], beside)] : []
  })
}

function isUnsent({ status, order }: AdminShipment): boolean {
  return (status === 'created' || status === 'processing') && order.status !== 'cancelled'
}
