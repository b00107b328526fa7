import { sql, type Transaction } from 'kysely'
import { IS_RECALLED, ITEM_RECALLED } from '#domain/batches/recall-queries.server.ts'
import { priceNow } from '#domain/catalog/prices/price-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { Restock } from '#domain/kernel/order-words/order-act-fields.ts'
import { nameOrdered, nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { insertOrderEvent } from '#domain/orders/order-store.server.ts'
import { PIECES_TAKEN_OUT } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import type { StockCause } from '#domain/stock/movement.ts'
import { stockCause } from '#domain/stock/stock-cause-queries.server.ts'
import { retakeGifts, returnGifts } from './gift-store.server.ts'

/** '2 × Layali, 1 × Ward' */
export const formatPieces = (pieces: readonly { name: string; quantity: number }[]) =>
  pieces.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

/** How many pieces of a product an order needs. */
export type NeededPieces = { product_id: string; quantity: number }

/** Why pieces of an order are taken or put back. */
export type OrderCause = StockCause & { order_id: string }

/** Why the owner takes pieces out of an order. */
export type OwnerCause = OrderCause & { user_id: string }

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
      'products.kind',
      'products.volume_ml',
      'products.concentration',
      'products.gender',
      priceNow.as('price_grosze'),
      'products.vat_rate',
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

/**
 * Takes pieces of locked products from counted stock. A product whose last piece is taken is sold out, and one that is
 * marked as sold out stays so.
 */
async function takeStock(
  trx: Transaction<Database>,
  pieces: readonly NeededPieces[],
  cause: StockCause,
): Promise<void> {
  await sql`
    with said as materialized (select ${stockCause(cause)})
    update products
    set stock_quantity = stock_quantity - taken.quantity,
      out_of_stock = (out_of_stock or stock_quantity = taken.quantity)
    from ${rowsOf(pieces)} as taken (product_id, quantity), said
    where products.id = taken.product_id and stock_quantity is not null`.execute(trx)
}

/**
 * Returns the pieces that an order took from counted stock, without those that a return put back, and its gifts: all of
 * them but those of a recalled batch, or as many as `restock` says. A product that had run out is on sale again. A product
 * that the admin marked as sold out while pieces were left stays so.
 * @param mayArrive the parcel is on its way: pieces that do not return now are not taken again if it arrives
 * @returns the pieces that are not sold again
 */
export async function returnStock(
  trx: Transaction<Database>,
  orderId: string,
  { restock = [], mayArrive, by }: { restock: Restock; mayArrive: boolean; by: Actor },
): Promise<{ name: string; quantity: number }[]> {
  const chosen = new Map(
    restock.filter((each) => each.order_id === orderId).map(({ product_id, quantity }) => [product_id, quantity]),
  )
  const cause = { reason: 'cancelled', order_id: orderId, user_id: personOf(by) } as const
  const taken = await listItems(trx, orderId, { onlyTaken: true })
  const back = taken.map(({ product_id, quantity, restocked, recalled, ...item }) => {
    // Those that a return put back are in stock already.
    const out = quantity - restocked
    const again = Math.min(out, chosen.get(product_id) ?? (recalled ? 0 : out))
    return { product_id, name: nameOrdered(item), quantity: again, lost: out - again }
  })
  if (back.length > 0) await addToStock(trx, back, cause)
  const withheld = back.map(({ product_id, lost }) => ({ product_id, quantity: lost }))
  await noteLost(trx, withheld, cause)
  if (mayArrive) {
    await sql`
      update order_items set withheld = lost.quantity from ${rowsOf(withheld)} as lost (product_id, quantity)
      where order_items.order_id = ${orderId} and order_items.product_id = lost.product_id`.execute(trx)
  }
  await returnGifts(trx, orderId)
  return back.flatMap(({ name, lost }) => (lost > 0 ? [{ name, quantity: lost }] : []))
}

/** Takes pieces of locked products from counted stock, and puts others back. */
export async function moveStock(
  trx: Transaction<Database>,
  { taken, returned }: { taken: readonly NeededPieces[]; returned: readonly NeededPieces[] },
  cause: StockCause,
): Promise<void> {
  if (taken.length > 0) await takeStock(trx, taken, cause)
  if (returned.length > 0) await addToStock(trx, returned, cause)
}

/** As moveStock, for a locked order that is changed. */
export async function exchangePieces(
  trx: Transaction<Database>,
  { taken, returned }: { taken: readonly NeededPieces[]; returned: readonly NeededPieces[] },
  cause: OwnerCause,
): Promise<void> {
  if (taken.length > 0) await takeStock(trx, taken, cause)
  const items = await listItems(trx, cause.order_id)
  const leaving = items.flatMap(({ product_id, recalled, ...item }) =>
    returned
      .filter((piece) => piece.product_id === product_id)
      .map((piece) => ({ ...piece, name: nameOrdered(item), recalled })),
  )
  await returnLeaving(trx, leaving, cause)
}

/** Returns pieces that leave a locked order to counted stock, but for those of a recalled batch, which its diary names. */
export async function returnLeaving(
  trx: Transaction<Database>,
  pieces: readonly (NeededPieces & { name: string; recalled: boolean })[],
  cause: OwnerCause,
): Promise<void> {
  const back = pieces.filter(({ recalled }) => !recalled)
  const lost = pieces.filter(({ recalled }) => recalled)
  if (back.length > 0) await addToStock(trx, back, cause)
  if (lost.length === 0) return
  await noteLost(trx, lost, cause)
  const by = { actor: 'admin', actorId: cause.user_id } as const
  await insertOrderEvent(trx, cause.order_id, { ...by, from: null, to: 'not_restocked', reason: formatPieces(lost) })
}

async function addToStock(
  trx: Transaction<Database>,
  pieces: readonly NeededPieces[],
  cause: StockCause,
): Promise<void> {
  await lockProductsInOrder(trx, idsOf(pieces))
  await sql`
    with said as materialized (select ${stockCause(cause)})
    update products
    set stock_quantity = stock_quantity + returned.quantity,
      -- What comes back of a recalled product may be of the recalled batch: the owner puts it on sale again.
      out_of_stock = out_of_stock
        and (stock_quantity > 0 or ${IS_RECALLED})
    from ${rowsOf(pieces.filter(({ quantity }) => quantity > 0))} as returned (product_id, quantity), said
    where products.id = returned.product_id and stock_quantity is not null`.execute(trx)
}

/**
 * Puts pieces that came back into counted stock, if they were taken from it, by the order or by a marketplace before it:
 * at most as many as have not come back before. Those of a cancelled order are there already. The caller has locked the
 * orders.
 */
export async function restockPieces(
  trx: Transaction<Database>,
  pieces: readonly { orderItemId: string; quantity: number }[],
  cause: StockCause,
): Promise<void> {
  const { rows } = await sql<NeededPieces & { order_id: string }>`
    update order_items set restocked = restocked + back.quantity
    from (
      select order_items.id, least(asked.quantity, order_items.quantity - restocked) as quantity
      from unnest(${pieces.map(({ orderItemId }) => orderItemId)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[])
        as asked (id, quantity)
      join order_items on order_items.id = asked.id join orders on orders.id = order_id
      join products on products.id = product_id
      where orders.status <> 'cancelled'
        and (taken_from_stock or (orders.payment = 'elsewhere' and products.stock_quantity is not null))
    ) as back
    where order_items.id = back.id and back.quantity > 0
    returning order_items.order_id, order_items.product_id, back.quantity`.execute(trx)
  if (rows.length > 0) await lockProductsInOrder(trx, idsOf(rows))
  // A product may be in several orders of a parcel.
  for (const [order_id, back] of Map.groupBy(rows, (row) => row.order_id)) {
    await addToStock(trx, back, { ...cause, order_id })
  }
}

/** As restockPieces, for pieces of one locked order by products. */
export async function restockProducts(
  trx: Transaction<Database>,
  orderId: string,
  pieces: readonly NeededPieces[],
  cause: StockCause,
): Promise<void> {
  const items = await trx
    .selectFrom('order_items')
    .select(['id', 'product_id'])
    .where('order_id', '=', orderId)
    .execute()
  const back = items.map(({ id, product_id }) => {
    return { orderItemId: id, quantity: pieces.find((piece) => piece.product_id === product_id)?.quantity ?? 0 }
  })
  await restockPieces(trx, back, cause)
}

/**
 * Returns pieces that were taken out of a locked order to counted stock, if they were taken from it: as many as are sold
 * again. The others are counted as decided, so that a later cancellation does not return them.
 */
export async function returnTakenOut(
  trx: Transaction<Database>,
  pieces: readonly { orderItemId: string; quantity: number; restock: number }[],
  cause: OrderCause,
): Promise<void> {
  const { rows } = await sql<NeededPieces & { lost: number }>`
    update order_items set restocked = least(order_items.quantity, restocked + out.quantity)
    from unnest(${pieces.map(({ orderItemId }) => orderItemId)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[],
      ${pieces.map(({ restock }) => restock)}::int[]) as out (id, quantity, restock)
    where order_items.id = out.id and order_items.taken_from_stock
    returning order_items.product_id, out.restock as quantity, out.quantity - out.restock as lost`.execute(trx)
  if (rows.length === 0) return
  await addToStock(trx, rows, cause)
  const lost = rows.map(({ product_id, lost: quantity }) => ({ product_id, quantity }))
  await noteLost(trx, lost, cause)
}

/** Notes pieces of locked products that left an order and are not sold again; below 0: they were in its parcel. */
async function noteLost(
  trx: Transaction<Database>,
  pieces: readonly NeededPieces[],
  { reason, order_id, case_id = null, user_id = null }: OrderCause,
): Promise<void> {
  const lost = pieces.filter(({ quantity }) => quantity !== 0)
  if (lost.length === 0) return
  await sql`
    insert into stock_movements (product_id, change, stock_after, lost, reason, order_id, case_id, user_id)
    select id, 0, stock_quantity, lost.quantity, ${reason}, ${order_id}, ${case_id}, ${user_id}
    from products join ${rowsOf(lost)} as lost (product_id, quantity) on lost.product_id = products.id
    where stock_quantity is not null`.execute(trx)
}

/** A product that an order cannot take again, and whether the shop still has it. */
export type MissingProduct = { name: string; deleted: boolean }

/**
 * Takes the pieces of a cancelled order again, all or none. Returns the products that are missing: none when it took
 * them. A product that is no longer on sale or has too few pieces is missing; with `sent`, because the parcel leaves in
 * any case, one that was deleted is not, while its pieces last. Whether stock is counted is decided by the present
 * setting, not by that at the time of the order. Pieces that a marketplace took before its order came are not taken
 * again. Of its gifts and free samples it gets those that are left.
 */
export async function retakeStock(
  trx: Transaction<Database>,
  orderId: string,
  { sent = false, by }: { sent?: boolean; by?: Actor } = {},
): Promise<MissingProduct[]> {
  const cause = { reason: 'retaken', order_id: orderId, user_id: by && personOf(by) } as const
  const items = await listItems(trx, orderId)
  // Pieces that a withdrawal took out of the parcel stay in stock. An order without others is sent whole.
  const isReduced = items.some(({ kept, unit_price_grosze }) => kept > 0 && unit_price_grosze > 0)
  const order = trx.selectFrom('orders').select('payment').where('id', '=', orderId)
  const isElsewhere = (await order.executeTakeFirstOrThrow()).payment === 'elsewhere'
  const parcel = items
    .filter(({ taken_from_stock }) => taken_from_stock || !isElsewhere)
    .map((item) => ({ ...item, quantity: isReduced ? item.kept : item.quantity }))
  const needed = parcel
    .map((item) => ({ ...item, quantity: item.quantity - Math.min(item.quantity, item.withheld) }))
    .filter(({ quantity }) => quantity > 0)
  const products = new Map((await lockProductsInOrder(trx, idsOf(needed))).map((product) => [product.id, product]))
  const lacking = needed.flatMap(({ product_id, unit_price_grosze, quantity, ...item }) => {
    const product = products.get(product_id)
    const deleted = !product?.active
    const isOnSale = product && !product.out_of_stock && (sent || !deleted)
    const isThere = isOnSale && (product.stock_quantity === null || product.stock_quantity >= quantity)
    return isThere ? [] : [{ product_id, name: nameOrderedSize(item), deleted, isFree: unit_price_grosze === 0 }]
  })
  const missing = lacking.filter(({ isFree }) => !isFree)
  if (missing.length > 0) return missing.map(({ name, deleted }) => ({ name, deleted }))
  const gone = lacking.map(({ product_id }) => product_id)
  await sql`delete from order_items where order_id = ${orderId} and product_id = any(${gone}::uuid[])`.execute(trx)
  const there = needed.filter(({ product_id }) => !gone.includes(product_id))
  await takeStock(trx, there, cause)
  // Withheld pieces that the parcel has did not leave the order.
  const withheld = parcel.map((item) => ({ ...item, quantity: -Math.min(item.quantity, item.withheld) }))
  await noteLost(trx, withheld, cause)
  await sql`
    update order_items
    set taken_from_stock = (products.stock_quantity is not null), withheld = 0,
      restocked = order_items.quantity - parcel.quantity
    from products join ${rowsOf(parcel)} as parcel (product_id, quantity) on parcel.product_id = products.id
    where order_items.order_id = ${orderId} and products.id = order_items.product_id`.execute(trx)
  await retakeGifts(trx, orderId)
  return []
}

/** Locks the products of an order and returns their present state, with the ordered names and numbers of pieces. */
export async function lockOrderedProducts(trx: Transaction<Database>, orderId: string) {
  const items = await listItems(trx, orderId)
  const products = await lockProductsInOrder(trx, idsOf(items))
  return items.flatMap(({ product_id, quantity, unit_price_grosze, ...item }) =>
    products
      .filter(({ id }) => id === product_id)
      .map((product) => ({ ...product, name: nameOrderedSize(item), quantity, unit_price_grosze })),
  )
}

function listItems(trx: Transaction<Database>, orderId: string, { onlyTaken = false } = {}) {
  return trx
    .selectFrom('order_items')
    .select(['id', 'product_id', 'product_name', 'facts', 'quantity', 'restocked', 'withheld', 'unit_price_grosze'])
    .select('taken_from_stock')
    .select([sql<number>`order_items.quantity - ${PIECES_TAKEN_OUT}`.as('kept'), ITEM_RECALLED.as('recalled')])
    .where('order_id', '=', orderId)
    .$if(onlyTaken, (items) => items.where('taken_from_stock', '=', true))
    .orderBy('id')
    .execute()
}

/** Who of the shop acts; null: somebody else. */
const personOf = ({ actor, actorId }: Actor) => (actor === 'admin' ? (actorId ?? null) : null)

const idsOf = (pieces: readonly NeededPieces[]) => pieces.map(({ product_id }) => product_id)

function rowsOf(pieces: readonly NeededPieces[]) {
  return sql`unnest(${idsOf(pieces)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[])`
}
