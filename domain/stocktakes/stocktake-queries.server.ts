import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'

/**
 * The pieces of a product that lie on the shelf though they are sold: those of orders whose parcel is not packed, and
 * those held for a change that waits for its payment or for a buyer on the phone. A marketplace may have taken its
 * pieces before its order came. For products.
 */
export const SOLD_ON_SHELF = sql<number>`(
  (select coalesce(sum(quantity - restocked), 0) from order_items join orders on orders.id = order_items.order_id
    left join shipments on shipments.order_id = orders.id
    where order_items.product_id = products.id and (taken_from_stock or orders.payment = 'elsewhere')
      and orders.status <> 'cancelled'
      and (shipments.id is null or (shipments.status in ('created', 'processing') and packed_at is null)))
  + (select coalesce(sum(quantity), 0) from held_pieces where held_pieces.product_id = products.id))::int`

/** The stocktake that is open, with what was counted, newest first. */
export async function findOpenStocktake(db: Kysely<Database>) {
  const open = await db
    .selectFrom('stocktakes')
    .select(['id', 'created_at', rowVersion('updated_at').as('version')])
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (!open) return null
  const counts = await db
    .selectFrom('stocktake_counts')
    .innerJoin('products', 'products.id', 'product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['product_id', 'counted', 'expected', 'products.name', 'products.kind', 'products.volume_ml'])
    .select(['brands.name as brand_name', 'products.image_key', 'counted_at'])
    .where('stocktake_id', '=', open.id)
    .orderBy('counted_at', 'desc')
    .execute()
  const at = open.created_at.toISOString()
  return {
    ...{ id: open.id, version: open.version, created_at: at },
    counts: counts.map((count) => ({ ...count, counted_at: count.counted_at.toISOString() })),
  }
}
export type OpenStocktake = NonNullable<Awaited<ReturnType<typeof findOpenStocktake>>>
