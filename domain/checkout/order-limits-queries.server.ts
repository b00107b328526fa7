import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { UnprovenHoldings } from './order-limits.ts'

/**
 * What an account whose address was never proven has on its way, and how much it may, as a value of the statement that reads
 * what an order depends on; null for a proven one.
 */
export function unprovenHoldings(userId: string | Expression<string>): RawBuilder<UnprovenHoldings | null> {
  return sql`(
    with open_orders as materialized (
      select orders.id, orders.checkout_id, orders.payment = 'prepaid' and orders.status = 'pending' as unpaid from orders
      left join shipments on shipments.order_id = orders.id
      where orders.user_id = ${userId} and orders.status in ('pending', 'paid')
        and (shipments.status is null or shipments.status not in ('delivered', 'cancelled'))
    ), open_items as materialized (
      select order_items.product_id, sum(order_items.quantity)::int as pieces
      from open_orders join order_items on order_items.order_id = open_orders.id
      group by order_items.product_id
    )
    select json_build_object(
      'most', json_build_object(
        'checkouts', limits.open_checkouts, 'payments', limits.open_payments,
        'piecesOfProduct', limits.pieces_of_product, 'pieces', limits.pieces),
      'checkouts', (select count(distinct checkout_id) from open_orders),
      'payments', (select count(*) from open_orders where unpaid),
      'pieces', (select coalesce(json_object_agg(product_id, pieces), '{}') from open_items),
      'placed', users.checkouts_placed)
    from unproven_account_limits as limits cross join users
    where users.id = ${userId} and not users.email_verified
      and not exists (
        select from orders join shipments on shipments.order_id = orders.id
        where orders.user_id = users.id and shipments.status = 'delivered'))`
}

/** The same as a statement of its own. */
export async function readUnprovenHoldings(db: Kysely<Database>, userId: string): Promise<UnprovenHoldings | null> {
  const { rows } = await sql<{
    holdings: UnprovenHoldings | null
  }>`select ${unprovenHoldings(userId)} as holdings`.execute(db)
  return rows[0]?.holdings ?? null
}
