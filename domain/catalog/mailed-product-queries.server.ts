import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { onSale } from './product-queries.server.ts'

/** Those of these products that visitors still see, by name: a mail may lead to their pages. */
export function listMailedProducts(db: Kysely<Database>, productIds: readonly string[]) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.slug', 'p.name', 'b.name as brand_name'])
    .where('p.id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where(onSale)
    .orderBy(sql`p.name collate polish`)
    .orderBy('p.id')
    .execute()
}
