import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { toRecipientColumns } from '#domain/flows/ordering/compose-checkout.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { ChangedLine } from '#domain/orders/changes/parcel-change.ts'
import { readParcelState } from '#domain/orders/changes/parcel-state-queries.server.ts'
import type { PiecesPlan } from '#domain/orders/changes/plan-pieces.ts'

/**
 * Locks the orders, shipments and the carrier's parcel of a checkout until the transaction ends, in this order, before
 * payments and products, and returns their state after locking.
 */
export async function lockParcelState(trx: Transaction<Database>, checkoutId: string) {
  await sql`select from orders where checkout_id = ${checkoutId} order by id for update`.execute(trx)
  await sql`
    select from shipments where order_id in (select id from orders where checkout_id = ${checkoutId})
    order by order_id for update`.execute(trx)
  await sql`select from carrier_shipments where checkout_id = ${checkoutId} for update`.execute(trx)
  return readParcelState(trx, checkoutId)
}

/** The receiver and the destination of a parcel, as columns of its orders. */
export type ReceiverColumns = ReturnType<typeof toRecipientColumns>

/** Sets the receiver and the destination of all orders of a checkout, and of their shipments. */
export async function updateReceiver(
  trx: Transaction<Database>,
  checkoutId: string,
  columns: ReceiverColumns,
): Promise<void> {
  await trx.updateTable('orders').set(columns).where('checkout_id', '=', checkoutId).execute()
  await sql`
    update shipments set receiver_name = first_name || ' ' || last_name, receiver_phone = phone,
      receiver_email = coalesce(orders.receiver_email, orders.email),
      parcel_locker_id = orders.parcel_locker_id, parcel_locker_name = orders.parcel_locker_name
    from orders where orders.id = shipments.order_id and orders.checkout_id = ${checkoutId}`.execute(trx)
}

/** Removes numbers and labels of a checkout's shipments, because they no longer match the order. */
export async function dropNumbers(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await sql`
    update shipments set tracking_number = null, label_url = null
    from orders where orders.id = shipments.order_id and orders.checkout_id = ${checkoutId}
      and shipments.status in ('created', 'processing')`.execute(trx)
}

/** Stores what was changed and returns its id. */
export async function insertOrderChange(
  trx: Transaction<Database>,
  { lines, ...row }: Omit<Insertable<Database['order_changes']>, 'lines'> & { lines: readonly ChangedLine[] },
): Promise<string> {
  const { id } = await trx
    .insertInto('order_changes')
    .values({ ...row, lines: JSON.stringify(lines) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets the pieces of an order. */
export async function updateItems(
  trx: Transaction<Database>,
  orderId: string,
  { changed, added }: Pick<PiecesPlan, 'changed' | 'added'>,
): Promise<void> {
  for (const { productId, quantity, restocked, takenFromStock, discountGrosze } of changed) {
    if (quantity === 0) {
      await sql`delete from order_items where order_id = ${orderId} and product_id = ${productId}`.execute(trx)
    } else {
      await trx
        .updateTable('order_items')
        .set({ quantity, restocked, taken_from_stock: takenFromStock, discount_grosze: discountGrosze })
        .where('order_id', '=', orderId)
        .where('product_id', '=', productId)
        .execute()
    }
  }
  if (added.length === 0) return
  await trx
    .insertInto('order_items')
    .values(
      added.map(({ productId, name, brandName, facts, priceGrosze, quantity, takenFromStock }) => ({
        order_id: orderId,
        product_id: productId,
        product_name: name,
        brand_name: brandName,
        facts,
        unit_price_grosze: priceGrosze,
        quantity,
        taken_from_stock: takenFromStock,
      })),
    )
    .execute()
}

/** Changes the sum of an order's products, and that of its checkout, by the difference. */
export async function addToItemsTotal(
  trx: Transaction<Database>,
  { orderId, checkoutId, differenceGrosze }: { orderId: string; checkoutId: string; differenceGrosze: Grosze },
): Promise<void> {
  await sql`update orders set items_grosze = items_grosze + ${differenceGrosze}::bigint where id = ${orderId}`.execute(
    trx,
  )
  await sql`
    update checkouts set items_grosze = items_grosze + ${differenceGrosze}::bigint where id = ${checkoutId}`.execute(
    trx,
  )
}

/** Records by how much a change made an order dearer or cheaper. */
export async function insertAmendment(
  trx: Transaction<Database>,
  { orderId, changeId, differenceGrosze }: { orderId: string; changeId: string; differenceGrosze: Grosze },
): Promise<void> {
  if (differenceGrosze === 0) return
  await sql`
    insert into order_amendments (order_id, difference_grosze, created_at)
    select ${orderId}, ${differenceGrosze}::int, created_at from order_changes where id = ${changeId}`.execute(trx)
}
