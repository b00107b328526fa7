import { type Kysely, sql } from 'kysely'
import { hasWords } from '#domain/catalog/admin/admin-product-queries.server.ts'
import type { Database } from '#domain/database.ts'

/** The newest parcels whose tracking number begins with this text, each checkout once. */
export async function findParcelsByNumber(db: Kysely<Database>, beginning: string, most: number) {
  // Sorts after every number with this beginning. Compared byte by byte, like the index.
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

/** Active products whose name or brand has all words, by name. */
export function findProductsByWords(db: Kysely<Database>, words: readonly string[], most: number) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.slug', 'p.name', 'p.image_key', 'b.name as brand'])
    .where('p.active', '=', true)
    .where(hasWords(words))
    .orderBy(sql`p.name collate polish`)
    .orderBy('p.id')
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
