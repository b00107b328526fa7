import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { drawOrderIds } from '#domain/orders/order.ts'
import type { NewOrder } from './checkout-orders.ts'
import type { StockedProduct } from './pricing.ts'

export async function insertCheckout(
  trx: Transaction<Database>,
  checkout: Insertable<Database['checkouts']>,
): Promise<string> {
  const { id } = await trx.insertInto('checkouts').values(checkout).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Locks the buyer's account against orders of its own at the same moment, then the products against other orders and price
 * changes, until the transaction ends. Products always in id order, so that two carts with the same products can never wait
 * for each other. Lets foreign keys to all of them through.
 */
export function lockForOrder(
  trx: Transaction<Database>,
  buyerId: string,
  ids: readonly string[],
): Promise<StockedProduct[]> {
  return (
    trx
      .with(
        (cte) => cte('buyer').materialized(),
        (db) => db.selectFrom('users').select('id').where('id', '=', buyerId).forNoKeyUpdate(),
      )
      .selectFrom('products')
      // Joined, so that the account's lock comes before that of any product.
      .innerJoin('buyer', (join) => join.onTrue())
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
        'brands.is_original as brand_is_original',
      ])
      .where('products.id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('products.id')
      .forNoKeyUpdate('products')
      .execute()
  )
}

/** Takes pieces from counted stock; the last one sold turns the product sold out in the same statement. */
export async function takeStock(
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

/** With millions of orders a drawn number is taken once in a hundred times; so often in a row is no accident. */
const MOST_DRAWS = 20

/**
 * Stores the orders of a checkout with their items and shipments and answers their ids, ascending. Numbers are drawn
 * until all are free: a conflict is answered by the database, never an error that would end the transaction.
 */
export async function insertOrders(
  trx: Transaction<Database>,
  checkoutId: string,
  orders: readonly NewOrder[],
): Promise<string[]> {
  for (let draw = 1; draw <= MOST_DRAWS; draw++) {
    const placed = drawOrderIds(orders.length).flatMap((id, index) => {
      const order = orders[index]
      return order ? [{ id, ...order }] : []
    })
    if (await insertOrderRows(trx, placed)) {
      await insertParts(trx, placed)
      return placed.map(({ id }) => id)
    }
    await trx.deleteFrom('orders').where('checkout_id', '=', checkoutId).execute()
  }
  throw new Error(`no free order numbers after ${MOST_DRAWS} draws`)
}

type PlacedOrder = NewOrder & { id: string }

/** False when a number was taken; some of the rows may be there then. */
async function insertOrderRows(trx: Transaction<Database>, placed: readonly PlacedOrder[]): Promise<boolean> {
  const rows = await trx
    .insertInto('orders')
    .values(placed.map(({ id, order }) => ({ id, ...order })))
    .onConflict((conflict) => conflict.doNothing())
    .returning((row) => [
      // Orders of the first release are not in the unique index, but are found by their number as well.
      row
        .exists(
          row
            .selectFrom('orders as earlier')
            .select('earlier.id')
            .whereRef('earlier.number', '=', 'orders.number')
            .whereRef('earlier.id', '!=', 'orders.id'),
        )
        .as('is_number_taken'),
    ])
    .execute()
  return rows.length === placed.length && rows.every((row) => !row.is_number_taken)
}

async function insertParts(trx: Transaction<Database>, placed: readonly PlacedOrder[]): Promise<void> {
  const items = placed.flatMap(({ id, items }) => items.map((item) => ({ ...item, order_id: id })))
  await trx.insertInto('order_items').values(items).execute()
  const shipments = placed.flatMap(({ id, shipment }) => (shipment ? [{ ...shipment, order_id: id }] : []))
  if (shipments.length > 0) await trx.insertInto('shipments').values(shipments).execute()
}

/** The first order gives its names to an account that still has none. */
export async function recordNames(
  trx: Transaction<Database>,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(first_name, '') = '' and coalesce(last_name, '') = ''`)
    .execute()
}
