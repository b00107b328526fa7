import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import { IS_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { IS_SOLD } from '#domain/money/movement-queries.server.ts'
import type { StockCause } from '#domain/stock/movement.ts'
import { sayStockCause } from '#domain/stock/stock-cause-queries.server.ts'
import type { DescribedPicture } from './product-pictures.ts'
import { morePictures } from './product-queries.server.ts'

/** An arbitrary key that no other lock uses. */
const CATALOG_LOCK = 5_201_118

/**
 * Blocks other calls that add or rename products until the transaction ends, so that counts and free slugs stay valid.
 */
export async function lockCatalog(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`.execute(trx)
}

export async function countActiveProducts(db: Kysely<Database>): Promise<number> {
  const { products } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<string>().as('products'))
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return Number(products)
}

/** Those of these slugs that lead to another product, by its present or a former address. */
export async function listTakenSlugs(
  db: Kysely<Database>,
  base: string,
  productId: string | null,
): Promise<Set<string>> {
  const isLike = sql<boolean>`(slug = ${base} or slug like ${`${base}-%`})`
  const present = db.selectFrom('products').select('slug').where(isLike).where('id', 'is distinct from', productId)
  const earlier = db
    .selectFrom('product_slugs')
    .select('slug')
    .where(isLike)
    .where('product_id', 'is distinct from', productId)
  const rows = await present.union(earlier).execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** Whether the brand is active. It stays so until the transaction ends. */
export async function lockActiveBrand(trx: Kysely<Database>, brandId: string): Promise<boolean> {
  const brand = await trx
    .selectFrom('brands')
    .select('id')
    .where('id', '=', brandId)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  return brand !== undefined
}

/** Whether the brand names a producer. */
export async function hasProducer(trx: Kysely<Database>, brandId: string): Promise<boolean> {
  const brand = await trx.selectFrom('brands').select('producer_id').where('id', '=', brandId).executeTakeFirst()
  return (brand?.producer_id ?? null) !== null
}

/** Whether the shop has a product of this scent. */
export async function hasScent(trx: Kysely<Database>, scentId: string): Promise<boolean> {
  const product = await trx
    .selectFrom('products')
    .select('id')
    .where((of) => of.or([of('id', '=', scentId), of('scent_id', '=', scentId)]))
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return product !== undefined
}

export async function insertProduct(
  trx: Transaction<Database>,
  row: Insertable<Database['products']>,
  cause: StockCause,
): Promise<void> {
  await sayStockCause(trx, cause)
  await trx.insertInto('products').values(row).execute()
}

/**
 * Locks an active product and returns it. `is_seen`: whether it still has the version that was seen. Undefined when
 * there is none.
 */
export function lockProduct(trx: Kysely<Database>, { id, version }: { id: string; version: string }) {
  return trx
    .selectFrom('products as p')
    .selectAll('p')
    .select([morePictures.as('more_pictures'), isRowVersion('edited_at', version).as('is_seen')])
    .where('id', '=', id)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Makes a new version, also where nothing but its pictures changed. */
export async function writeProduct(
  trx: Kysely<Database>,
  id: string,
  changed: Updateable<Database['products']>,
): Promise<void> {
  const edited_at = sql<Date>`clock_timestamp()`
  await trx
    .updateTable('products')
    .set({ ...changed, edited_at })
    .where('id', '=', id)
    .execute()
}

/** Replaces the pictures of a product after its first one. */
export async function writePictures(
  trx: Kysely<Database>,
  id: string,
  pictures: readonly DescribedPicture[],
): Promise<void> {
  await trx.deleteFrom('product_pictures').where('product_id', '=', id).execute()
  if (pictures.length === 0) return
  const rows = pictures.map((picture, index) => ({ ...picture, product_id: id, position: index + 2 }))
  await trx.insertInto('product_pictures').values(rows).execute()
}

/**
 * Takes an active product out of the shop. Undefined when there is none. Orders go on showing its first picture; nothing
 * shows the others.
 */
export async function deactivate(trx: Kysely<Database>, id: string): Promise<{ name: string } | undefined> {
  await trx.deleteFrom('product_pictures').where('product_id', '=', id).execute()
  return trx
    .updateTable('products')
    .set({ active: false })
    .where('id', '=', id)
    .where('active', '=', true)
    .returning('name')
    .executeTakeFirst()
}

/** Locks an active product and returns its stock, its sold-out mark and why it has it. Undefined when there is none. */
export function lockStock(trx: Kysely<Database>, id: string) {
  return trx
    .selectFrom('products')
    .select(['stock_quantity', 'out_of_stock', IS_RECALLED.as('recalled')])
    .where('id', '=', id)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** @param cause why a stock changes */
export async function writeStock(
  trx: Transaction<Database>,
  id: string,
  stock: { stock_quantity?: number | null; out_of_stock: boolean },
  cause?: StockCause,
): Promise<void> {
  if (cause) await sayStockCause(trx, cause)
  await trx.updateTable('products').set(stock).where('id', '=', id).execute()
}

/** Counts the sales of each product since a moment. Products without sales get no row. */
export async function countProductSales(db: Kysely<Database>, since: Date): Promise<void> {
  await sql`
    with sold as materialized (
      select product_id, sum(quantity)::int as pieces
      from orders join order_items on order_items.order_id = orders.id
      where orders.created_at >= ${since} and ${IS_SOLD} and unit_price_grosze > 0 group by product_id
    ), gone as (
      delete from product_sales where not exists (select from sold where sold.product_id = product_sales.product_id)
    )
    insert into product_sales (product_id, pieces) select product_id, pieces from sold
    on conflict (product_id) do update set pieces = excluded.pieces`.execute(db)
}
