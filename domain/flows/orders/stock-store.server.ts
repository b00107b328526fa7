import { sql, type Transaction } from 'kysely'
import { priceNow } from '#domain/catalog/prices/price-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { retakeGifts, returnGifts } from './gift-store.server.ts'

/** How many pieces of a product an order needs. */
export type NeededPieces = { product_id: string; quantity: number }

/**
 * Locks products until the transaction ends and returns their state after locking, with the price of this moment. All
 * callers that take or return pieces lock in the order of the ids, so that they never deadlock.
 */
export function lockProductsInOrder(trx: Transaction<Database>, productIds: readonly string[]) {
  return trx
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.id',
      'products.name',
      'brands.name as brand_name',
      'products.gender',
      priceNow.as('price_grosze'),
      'products.stock_quantity',
      'products.out_of_stock',
      'products.active',
      'brands.active as brand_active',
      'brands.is_original as brand_is_original',
    ])
    .where('products.id', '=', sql<string>`any(${productIds}::uuid[])`)
    .orderBy('products.id')
    .forNoKeyUpdate('products')
    .execute()
}

/** Locks the orders of a checkout until the transaction ends, before their payments, cases and products. */
export async function lockOrdersOfCheckout(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await trx.selectFrom('orders').select('id').where('checkout_id', '=', checkoutId).orderBy('id').forUpdate().execute()
}

/** Takes pieces of locked products from counted stock. A product whose last piece is taken is sold out. */
async function takeStock(trx: Transaction<Database>, pieces: readonly NeededPieces[]): Promise<void> {
  await sql`
    update products
    set stock_quantity = stock_quantity - taken.quantity, out_of_stock = (stock_quantity = taken.quantity)
    from ${rowsOf(pieces)} as taken (product_id, quantity)
    where products.id = taken.product_id and stock_quantity is not null`.execute(trx)
}

/**
 * Returns the pieces that an order took from counted stock, without those that a return put back, and its gifts. A
 * product that had run out is on sale again. A product that the admin marked as sold out while pieces were left stays
 * so.
 */
export async function returnStock(trx: Transaction<Database>, orderId: string): Promise<void> {
  await returnPieces(trx, await listItems(trx, orderId, { onlyTaken: true }))
  await returnGifts(trx, orderId)
}

/** Those that a return put back are in stock already. */
async function returnPieces(
  trx: Transaction<Database>,
  taken: readonly (NeededPieces & { restocked: number })[],
): Promise<void> {
  if (taken.length === 0) return
  await addToStock(
    trx,
    taken.map(({ restocked, quantity, ...item }) => ({ ...item, quantity: quantity - restocked })),
  )
}

async function addToStock(trx: Transaction<Database>, pieces: readonly NeededPieces[]): Promise<void> {
  await lockProductsInOrder(trx, idsOf(pieces))
  await sql`
    update products
    set stock_quantity = stock_quantity + returned.quantity, out_of_stock = out_of_stock and stock_quantity > 0
    from ${rowsOf(pieces.filter(({ quantity }) => quantity > 0))} as returned (product_id, quantity)
    where products.id = returned.product_id and stock_quantity is not null`.execute(trx)
}

/**
 * Puts pieces that came back into counted stock, if they were taken from it. Those of a cancelled order are there
 * already. The caller has locked the orders.
 */
export async function restockPieces(
  trx: Transaction<Database>,
  pieces: readonly { orderItemId: string; quantity: number }[],
): Promise<void> {
  const { rows } = await sql<NeededPieces>`
    update order_items set restocked = restocked + back.quantity
    from unnest(${pieces.map(({ orderItemId }) => orderItemId)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[])
      as back (id, quantity), orders
    where order_items.id = back.id and orders.id = order_items.order_id and orders.status <> 'cancelled'
      and order_items.taken_from_stock and back.quantity > 0
    returning order_items.product_id, back.quantity`.execute(trx)
  if (rows.length > 0) await addToStock(trx, rows)
}

/**
 * Takes the pieces of a cancelled order again, all or none. False when a product is no longer on sale or has too few
 * pieces. Whether stock is counted is decided by the present setting, not by that at the time of the order. Of its
 * gifts it gets those that are left.
 */
export async function retakeStock(trx: Transaction<Database>, orderId: string): Promise<boolean> {
  const needed = await listItems(trx, orderId)
  const products = new Map((await lockProductsInOrder(trx, idsOf(needed))).map((product) => [product.id, product]))
  for (const { product_id, quantity } of needed) {
    const product = products.get(product_id)
    if (!product?.active || product.out_of_stock) return false
    if (product.stock_quantity !== null && product.stock_quantity < quantity) return false
  }
  await takeStock(trx, needed)
  await sql`
    update order_items set taken_from_stock = (products.stock_quantity is not null), restocked = 0
    from products where order_items.order_id = ${orderId} and products.id = order_items.product_id`.execute(trx)
  await retakeGifts(trx, orderId)
  return true
}

/** Locks the products of an order and returns their present state, with the ordered names and numbers of pieces. */
export async function lockOrderedProducts(trx: Transaction<Database>, orderId: string) {
  const items = await listItems(trx, orderId)
  const products = await lockProductsInOrder(trx, idsOf(items))
  return items.flatMap(({ product_id, product_name, quantity }) =>
    products.filter(({ id }) => id === product_id).map((product) => ({ ...product, name: product_name, quantity })),
  )
}

function listItems(trx: Transaction<Database>, orderId: string, { onlyTaken = false } = {}) {
  return trx
    .selectFrom('order_items')
    .select(['product_id', 'product_name', 'quantity', 'restocked'])
    .where('order_id', '=', orderId)
    .$if(onlyTaken, (items) => items.where('taken_from_stock', '=', true))
    .orderBy('id')
    .execute()
}

const idsOf = (pieces: readonly NeededPieces[]) => pieces.map(({ product_id }) => product_id)

function rowsOf(pieces: readonly NeededPieces[]) {
  return sql`unnest(${idsOf(pieces)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[])`
}
