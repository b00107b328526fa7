import type { Insertable } from 'kysely'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { StockedProduct } from './checkout.ts'

/** Longest wait for another buyer's row or key. An order takes some milliseconds, so this is a crowd of hundreds. */
const LOCK_WAIT_MS = 5000

export async function limitLockWait(trx: Transaction<Database>): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`.execute(trx)
}

export type StoredCheckout = { id: string; request_hash: string | null; total_grosze: number; order_ids: string[] }

export function findCheckout(
  db: Kysely<Database>,
  userId: string,
  idempotencyKey: string,
): Promise<StoredCheckout | undefined> {
  return db
    .selectFrom('checkouts')
    .select((checkout) => [
      'id',
      'request_hash',
      'total_grosze',
      checkout
        .selectFrom('orders')
        .whereRef('orders.checkout_id', '=', 'checkouts.id')
        .select(sql<string[]>`coalesce(array_agg(orders.id order by orders.id), '{}')`.as('ids'))
        .$asScalar()
        .$notNull()
        .as('order_ids'),
    ])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * Takes the idempotency key for this transaction. A repeat that arrives meanwhile waits here until this one ends;
 * undefined then says that the key is taken and its checkout is there to be read.
 */
export async function claimCheckout(
  trx: Transaction<Database>,
  checkout: Insertable<Database['checkouts']>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Locks the products against other orders and price changes until the transaction ends, always in id order, so that
 * two carts with the same products can never wait for each other. Lets foreign keys to them through.
 */
export function lockProducts(trx: Transaction<Database>, ids: readonly string[]): Promise<StockedProduct[]> {
  return trx
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.id',
      'products.name',
      'brands.name as brand_name',
      'products.price_grosze',
      'products.stock_quantity',
      'products.out_of_stock',
      'products.active',
      'brands.active as brand_active',
    ])
    .where('products.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('products.id')
    .forNoKeyUpdate('products')
    .execute()
}

/** Takes counted pieces off the shelf; the last one sold turns the product sold out in the same statement. */
export async function decrementStock(
  trx: Transaction<Database>,
  taken: readonly { productId: string; quantity: number }[],
): Promise<void> {
  const ids = taken.map(({ productId }) => productId)
  const quantities = taken.map(({ quantity }) => quantity)
  await sql`
    update products
    set stock_quantity = stock_quantity - taken.quantity,
        out_of_stock = out_of_stock or stock_quantity = taken.quantity
    from unnest(${ids}::uuid[], ${quantities}::int[]) as taken (id, quantity)
    where products.id = taken.id and stock_quantity is not null`.execute(trx)
}

export type NewOrder = {
  order: Insertable<Database['orders']>
  item: Insertable<Database['order_items']>
  shipment: Insertable<Database['shipments']>
}

/** One item and one shipment per order. */
export async function insertOrders(trx: Transaction<Database>, orders: readonly NewOrder[]): Promise<void> {
  await trx
    .insertInto('orders')
    .values(orders.map(({ order }) => order))
    .execute()
  await trx
    .insertInto('order_items')
    .values(orders.map(({ item }) => item))
    .execute()
  await trx
    .insertInto('shipments')
    .values(orders.map(({ shipment }) => shipment))
    .execute()
}
