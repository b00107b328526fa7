import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The newest parcels whose tracking number begins so; each checkout once. */
export async function findParcelsByNumber(db: Kysely<Database>, beginning: string, most: number) {
  // Behind every number that begins so; compared byte by byte, as the index is ordered.
  const end = `${beginning}\u{10FFFF}`
  return await db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select(['orders.id', 'orders.number', 'orders.first_name', 'orders.last_name', 'shipments.tracking_number'])
    .distinctOn('orders.checkout_id')
    .where(sql<boolean>`shipments.tracking_number ~>=~ ${beginning} and shipments.tracking_number ~<~ ${end}`)
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
    .limit(most)
    .execute()
}

/** Active products all of whose words stand in their name or their brand's, by name. */
export function findProductsByWords(db: Kysely<Database>, words: readonly string[], most: number) {
  return db
    .selectFrom('listed_products as listed')
    .innerJoin('products', 'products.id', 'listed.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', 'products.slug', 'products.name', 'products.image_key', 'brands.name as brand'])
    .where(({ and }) => and(words.map((word) => sql<boolean>`strpos(listed.search, search_fold(${word})) > 0`)))
    .orderBy(sql`listed.name collate polish`)
    .orderBy('listed.product_id')
    .limit(most)
    .execute()
}

export function findBrandsByWords(db: Kysely<Database>, words: readonly string[], most: number) {
  return db
    .selectFrom('brands')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where(({ and }) => and(words.map((word) => sql<boolean>`strpos(search_fold(name), search_fold(${word})) > 0`)))
    .orderBy(sql`name collate polish`)
    .orderBy('id')
    .limit(most)
    .execute()
}
