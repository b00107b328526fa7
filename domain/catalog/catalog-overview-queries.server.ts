import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PRODUCT_LIMIT } from './admin-product.ts'
import { type CatalogOverview, RECENT_PRODUCTS } from './catalog-overview.ts'

/** How many products and brands there are, and the newest products. What was deleted does not count. */
export async function readCatalogOverview(db: Kysely<Database>): Promise<CatalogOverview> {
  const counts = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('listed_counts').select(sql<number>`coalesce(sum(products), 0)::int`.as('n')).as('products'),
      eb.selectFrom('brands').select(sql<number>`count(*)::int`.as('n')).where('active', '=', true).as('brands'),
    ])
    .$narrowType<{ products: number; brands: number }>()
    .executeTakeFirstOrThrow()
  const recent = await db
    .selectFrom('listed_products')
    .innerJoin('products', 'products.id', 'listed_products.product_id')
    .innerJoin('brands', 'brands.id', 'listed_products.brand_id')
    .select([
      'products.id',
      'products.name',
      'brands.name as brand_name',
      'products.gender',
      'products.price_grosze',
      'products.image_key',
    ])
    .orderBy('listed_products.created_at', 'desc')
    .orderBy('listed_products.product_id')
    .limit(RECENT_PRODUCTS)
    .execute()
  return { ...counts, limit: PRODUCT_LIMIT, recent }
}

/** How many products of the demo catalogue are in the shop still, and how many others. */
export function countProductsBySource(db: Kysely<Database>): Promise<{ demo: number; own: number }> {
  return db
    .selectFrom('products')
    .leftJoin('demo_products', 'demo_products.product_id', 'products.id')
    .select([
      sql<number>`count(demo_products.product_id)::int`.as('demo'),
      sql<number>`(count(*) - count(demo_products.product_id))::int`.as('own'),
    ])
    .where('products.active', '=', true)
    .executeTakeFirstOrThrow()
}
