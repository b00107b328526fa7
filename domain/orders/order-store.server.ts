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
