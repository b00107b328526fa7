import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { IS_SOLD } from '#domain/orders/sales-day-queries.server.ts'
import type { BrandInput } from './admin-brand.ts'

/** Until the transaction ends nobody else writes a brand, so that what was read of names and slugs stays true. Reading goes on. */
export async function lockBrands(db: Kysely<Database>): Promise<void> {
  await sql`lock table brands in share row exclusive mode`.execute(db)
}

/** Waits for products that are being added to the brand, and lets none be added until the transaction ends. */
export async function lockBrand(db: Kysely<Database>, id: string): Promise<void> {
  await db.selectFrom('brands').select('id').where('id', '=', id).forUpdate().execute()
}

/** Answers the id. */
export async function insertBrand(db: Kysely<Database>, brand: BrandInput & { slug: string }): Promise<string> {
  const { id } = await db.insertInto('brands').values(brand).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateBrandRow(
  db: Kysely<Database>,
  id: string,
  changes: Partial<BrandInput & { slug: string; active: false }>,
): Promise<void> {
  await db.updateTable('brands').set(changes).where('id', '=', id).execute()
}

/** What each brand sold since then; brands that sold nothing have no row. */
export async function countBrandSales(db: Kysely<Database>, since: Date): Promise<void> {
  await sql`
    with sold as materialized (
      select p.brand_id, sum(quantity)::int as pieces
      from orders join order_items on order_items.order_id = orders.id join products p on p.id = order_items.product_id
      where orders.created_at >= ${since} and ${IS_SOLD} group by p.brand_id
    ), gone as (
      delete from brand_sales where not exists (select from sold where sold.brand_id = brand_sales.brand_id)
    )
    insert into brand_sales (brand_id, pieces) select brand_id, pieces from sold
    on conflict (brand_id) do update set pieces = excluded.pieces`.execute(db)
}
