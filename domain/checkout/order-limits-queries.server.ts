import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { UnprovenHoldings } from './order-limits.ts'

/**
 * What an account whose address was never proven has on its way, and how much it may; undefined for a proven one. Within
 * an order it is read after the statement that locked the account (`lockForOrder`), so that no order at the same moment
 * is missed.
 */
export async function readUnprovenHoldings(
  db: Kysely<Database>,
  userId: string,
): Promise<UnprovenHoldings | undefined> {
  const { rows } = await sql<UnprovenHoldings>`
    with open_orders as materialized (
      select orders.id, orders.checkout_id from orders
      left join shipments on shipments.order_id = orders.id
      where orders.user_id = ${userId} and orders.status in ('pending', 'paid')
        and (shipments.status is null or shipments.status not in ('delivered', 'cancelled'))
    ), open_items as materialized (
      select order_items.product_id, sum(order_items.quantity)::int as pieces
      from open_orders join order_items on order_items.order_id = open_orders.id
      group by order_items.product_id
    )
    select
      json_build_object(
        'checkouts', limits.open_checkouts, 'piecesOfProduct', limits.pieces_of_product, 'pieces', limits.pieces) as most,
      (select count(distinct checkout_id)::int from open_orders) as checkouts,
      (select coalesce(json_object_agg(product_id, pieces), '{}') from open_items) as pieces
    from unproven_account_limits as limits cross join users
    where users.id = ${userId} and not users.email_verified
      and not exists (
        select from orders join shipments on shipments.order_id = orders.id
        where orders.user_id = users.id and shipments.status = 'delivered')`.execute(db)
  return rows[0]
}
