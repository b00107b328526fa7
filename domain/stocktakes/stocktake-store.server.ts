import { type Kysely, sql, type Transaction } from 'kysely'
import { IS_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { StockCause } from '#domain/stock/movement.ts'
import { stockCause } from '#domain/stock/stock-cause-queries.server.ts'
import { SOLD_ON_SHELF } from './stocktake-queries.server.ts'

/** Opens a stocktake. False: one is open already. */
export async function insertStocktake(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    insert into stocktakes default values on conflict (status) where status = 'open' do nothing returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Locks an open stocktake, so that nothing is counted meanwhile. Undefined: it is not open. */
export function lockStocktake(trx: Transaction<Database>, id: string, version: string) {
  return trx
    .selectFrom('stocktakes')
    .select(isRowVersion('updated_at', version).as('is_seen'))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
}

/** Makes a new version of an open stocktake. False: it is not open. */
export async function touchStocktake(trx: Transaction<Database>, id: string): Promise<boolean> {
  const touched = trx
    .updateTable('stocktakes')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', '=', 'open')
  return (await touched.executeTakeFirst()).numUpdatedRows > 0n
}

/**
 * Stores what lies on the shelf, beside what should at this moment, in the place of an earlier count. The product is
 * locked before: a stock that is just being set is set before the count, or after it. False: the product was deleted, or
 * its stock is not counted.
 */
export async function storeCount(
  trx: Transaction<Database>,
  id: string,
  { product_id, counted }: { product_id: string; counted: number },
): Promise<boolean> {
  await sql`select from products where id = ${product_id} for no key update`.execute(trx)
  const { rows } = await sql`
    insert into stocktake_counts (stocktake_id, product_id, counted, expected)
    select ${id}, id, ${counted}, stock_quantity + ${SOLD_ON_SHELF}
    from products where id = ${product_id} and active and stock_quantity is not null
    on conflict (stocktake_id, product_id)
      do update set counted = excluded.counted, expected = excluded.expected, counted_at = clock_timestamp()
    returning counted`.execute(trx)
  return rows.length > 0
}

/** What was counted of a product before; undefined: nothing. */
export async function findCount(
  trx: Transaction<Database>,
  id: string,
  productId: string,
): Promise<number | undefined> {
  const count = trx.selectFrom('stocktake_counts').select('counted').where('stocktake_id', '=', id)
  return (await count.where('product_id', '=', productId).executeTakeFirst())?.counted
}

export async function deleteCount(trx: Transaction<Database>, id: string, productId: string): Promise<void> {
  await trx.deleteFrom('stocktake_counts').where('stocktake_id', '=', id).where('product_id', '=', productId).execute()
}

/** What was counted, and the stock of the products that are still counted, locked until the transaction ends. */
export async function lockCounted(trx: Transaction<Database>, id: string) {
  const counts = await trx.selectFrom('stocktake_counts').selectAll().where('stocktake_id', '=', id).execute()
  const { rows } = await sql<{ id: string; stock_quantity: number | null }>`
    select id, stock_quantity from products
    where id in (select product_id from stocktake_counts where stocktake_id = ${id})
    order by id for no key update`.execute(trx)
  const stocks = rows.flatMap((row): [string, number][] =>
    row.stock_quantity === null ? [] : [[row.id, row.stock_quantity]],
  )
  return { counts, stocks: new Map(stocks) }
}

/**
 * Names of locked products with a difference whose stock was set to a number since they were counted: nobody knows
 * whether that number has the difference in it. Likewise those that a marketplace's order has whose pieces may have been
 * taken off before the count. Those that can no longer be counted are not asked for.
 */
export async function listSetMeanwhile(trx: Transaction<Database>, stocktakeId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; kind: ProductKind; volume_ml: number | null }>`
    select name, kind, volume_ml from stocktake_counts join products on products.id = product_id
    where stocktake_id = ${stocktakeId} and counted <> expected and active and stock_quantity is not null and (
      exists (
        select from stock_movements as moved where moved.product_id = products.id and moved.created_at > counted_at
          and reason in ('set', 'imported', 'baselinker', 'unknown'))
      or exists (
        select from order_items join orders on orders.id = order_items.order_id
        where order_items.product_id = products.id and payment = 'elsewhere' and not taken_from_stock
          and orders.created_at > counted_at))
    order by name, products.id`.execute(trx)
  return rows.map(nameSized)
}

/** Notes that locked products were counted: from there on their movements begin anew. */
export async function noteCounted(
  trx: Transaction<Database>,
  { stocktakeId, userId }: { stocktakeId: string; userId: string },
): Promise<void> {
  await sql`
    insert into stock_movements (product_id, change, stock_after, reason, stocktake_id, user_id)
    select products.id, 0, stock_quantity, 'counted', stocktake_id, ${userId}::uuid
    from stocktake_counts join products on products.id = product_id
    where stocktake_id = ${stocktakeId} and stock_quantity is not null`.execute(trx)
}

/** Changes the stock of locked products, as a sale or a returned piece does. */
export async function changeStocks(
  trx: Transaction<Database>,
  changes: readonly { product_id: string; change: number }[],
  cause: StockCause,
): Promise<void> {
  await sql`
    with said as materialized (select ${stockCause(cause)})
    update products
    set stock_quantity = stock_quantity + each.change,
      out_of_stock = stock_quantity + each.change = 0 or (out_of_stock and (stock_quantity > 0 or ${IS_RECALLED}))
    from unnest(${changes.map(({ product_id }) => product_id)}::uuid[], ${changes.map(({ change }) => change)}::int[])
      as each (product_id, change), said
    where products.id = each.product_id`.execute(trx)
}

export async function closeStocktake(trx: Transaction<Database>, id: string, as: 'booked' | 'dropped'): Promise<void> {
  await trx.updateTable('stocktakes').set({ status: as }).where('id', '=', id).execute()
}
