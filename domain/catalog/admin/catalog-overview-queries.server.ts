import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'

/** Numbers of products and brands, and the newest products. Deleted ones do not count. */
export async function readCatalogOverview(db: Kysely<Database>) {
  const counts = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('products').select(sql<number>`count(*)::int`.as('n')).where('active', '=', true).as('products'),
      eb.selectFrom('brands').select(sql<number>`count(*)::int`.as('n')).where('active', '=', true).as('brands'),
    ])
    .$narrowType<{ products: number; brands: number }>()
    .executeTakeFirstOrThrow()
  const recent = await db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.id',
      'products.name',
      'products.kind',
      'products.volume_ml',
      'brands.name as brand_name',
      'products.gender',
      'products.current_price_grosze as price_grosze',
      'products.image_key',
    ])
    .where('products.active', '=', true)
    .orderBy('products.created_at', 'desc')
    .orderBy('products.id')
    .limit(PAGE_SIZES.recentProducts)
    .execute()
  return { ...counts, recent }
}
export type CatalogOverview = Awaited<ReturnType<typeof readCatalogOverview>>

/** How many demo products are still in the shop, and how many others. */
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
