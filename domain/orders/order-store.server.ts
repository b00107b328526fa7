import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changeStatus } from '#domain/status-store.server.ts'
import type { StatusChange } from '#domain/transitions.ts'
import { ORDER_TRANSITIONS, type OrderStatus } from './order.ts'

/** Changes the status of an order and writes its event; refuses what the table of transitions does not have. */
export function changeOrderStatus(trx: Transaction<Database>, orderId: string, change: StatusChange<OrderStatus>) {
  return changeStatus(trx, 'order', ORDER_TRANSITIONS, orderId, change)
}

/**
 * Gives back the pieces that an order took from counted stock. A product that had run out is on sale again; one that the
 * admin marked as sold out while pieces were left stays so. Products are locked in id order, as ordering locks them.
 */
export async function returnStock(trx: Transaction<Database>, orderId: string): Promise<void> {
  await sql`
    with taken as (
      select product_id, quantity from order_items where order_id = ${orderId} and taken_from_stock
    ), locked as (
      select id from products where id in (select product_id from taken) order by id for no key update
    )
    update products
    set stock_quantity = stock_quantity + taken.quantity, out_of_stock = out_of_stock and stock_quantity > 0
    from taken join locked on locked.id = taken.product_id
    where products.id = locked.id and stock_quantity is not null`.execute(trx)
}

/**
 * Takes the pieces of a cancelled order again, all of them or none: false where one is no longer on sale or too few are left.
 * What is counted today counts, whatever was when it was ordered. Products are locked in id order, as ordering locks them.
 */
export async function retakeStock(trx: Transaction<Database>, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    with wanted as materialized (
      select product_id, quantity from order_items where order_id = ${orderId}
    ), product as materialized (
      select id, stock_quantity, active, out_of_stock from products
      where id in (select product_id from wanted) order by id for no key update
    ), checked as materialized (
      select bool_and(product.active and not product.out_of_stock
        and (product.stock_quantity is null or product.stock_quantity >= wanted.quantity)) as possible
      from wanted join product on product.id = wanted.product_id
    ), taken as (
      update products
      set stock_quantity = products.stock_quantity - wanted.quantity,
          out_of_stock = (products.stock_quantity = wanted.quantity)
      from wanted join product on product.id = wanted.product_id
      where products.id = product.id and product.stock_quantity is not null and (select possible from checked)
    ), marked as (
      update order_items set taken_from_stock = (product.stock_quantity is not null)
      from product
      where order_items.order_id = ${orderId} and order_items.product_id = product.id and (select possible from checked)
    )
    select coalesce(possible, false) as taken from checked`.execute(trx)
  return rows[0]?.taken ?? false
}

/** The status of an order, locked until the transaction ends; undefined when there is none. */
export async function lockOrderStatus(trx: Transaction<Database>, orderId: string): Promise<OrderStatus | undefined> {
  const order = await trx.selectFrom('orders').select('status').where('id', '=', orderId).forUpdate().executeTakeFirst()
  return order?.status
}

/** Who cancelled an order last. */
export async function findCanceller(trx: Transaction<Database>, orderId: string) {
  const event = await trx
    .selectFrom('order_events')
    .select('actor')
    .where('order_id', '=', orderId)
    .where('subject', '=', 'order')
    .where('to_status', '=', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event?.actor
}

/** From which status an order was cancelled last. */
export async function findCancelledFrom(trx: Transaction<Database>, orderId: string) {
  const event = await trx
    .selectFrom('order_events')
    .select('from_status')
    .where('order_id', '=', orderId)
    .where('subject', '=', 'order')
    .where('to_status', '=', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event?.from_status
}

/** The products of an order as they are now, with how many pieces it needs; locked in id order, as ordering locks them. */
export async function lockOrderedProducts(trx: Transaction<Database>, orderId: string) {
  return await trx
    .selectFrom('products')
    .innerJoin('order_items', 'order_items.product_id', 'products.id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .innerJoin('shop_settings', (join) => join.on('shop_settings.id', '=', 1))
    .where('order_items.order_id', '=', orderId)
    .select([
      'products.id',
      'order_items.product_name as name',
      'order_items.quantity',
      'products.stock_quantity',
      'products.out_of_stock',
      'products.active',
      'brands.active as brand_active',
      'brands.is_original as brand_is_original',
      'shop_settings.hide_substitutes',
    ])
    .orderBy('products.id')
    .forNoKeyUpdate('products')
    .execute()
}

/** Counts the orders of every day (UTC) that was over before `moment` and is not counted yet. */
export async function countOrderDays(db: Kysely<Database>, moment: Date): Promise<void> {
  await sql`
    insert into order_days (day, orders)
    select (created_at at time zone 'UTC')::date as day, count(*) from orders
    where created_at >= coalesce((select max(day) + 1 from order_days)::timestamp at time zone 'UTC', '-infinity')
      and created_at < date_trunc('day', ${moment}::timestamptz, 'UTC')
    group by day
    on conflict (day) do nothing`.execute(db)
}

/**
 * Moves the checkouts whose orders carry an address under another account, with these orders, to the account that has it.
 * What a deleted account left behind stays where it is.
 */
export async function moveOrders(
  trx: Transaction<Database>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await sql`
    with moved as (
      update orders set user_id = ${userId} from users as before
      where orders.email = ${email} and orders.user_id <> ${userId}
        and before.id = orders.user_id and before.deleted_at is null
      returning checkout_id
    )
    update checkouts set user_id = ${userId} where id in (select checkout_id from moved)`.execute(trx)
}

export async function insertNote(trx: Transaction<Database>, orderId: string, note: string): Promise<void> {
  await trx.insertInto('order_notes').values({ order_id: orderId, note }).execute()
}

/** False when the order has no such note. */
export async function deleteNote(trx: Transaction<Database>, orderId: string, noteId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('order_notes')
    .where('id', '=', noteId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
