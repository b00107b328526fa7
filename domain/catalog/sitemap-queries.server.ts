import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { noteCatalogRead } from './catalog-reads.server.ts'
import { onSale } from './product-queries.server.ts'

/** A sitemap may name 50,000 addresses; the shop's other pages are far fewer than the rest. */
const MOST_PRODUCTS = 49_000

/** Addresses of the products on sale, newest first, with when each was last changed in anything but stock. */
export async function listSitemapProducts(db: Kysely<Database>): Promise<{ slug: string; edited_at: Date }[]> {
  noteCatalogRead('lists')
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.slug', 'p.edited_at'])
    .where(onSale)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(MOST_PRODUCTS)
    .execute()
}
