import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { ParcelLimits } from './network-limits.ts'
import type { NewBuyerHoldings } from './order-limits.ts'

type Asked = {
  userId: string
  /** As `findOrderingNetwork` returns it. */
  network: string
  productIds: readonly string[]
  /** The buyer has just opened a link mailed to the address: the limits of a proven one apply. */
  confirmed?: boolean
  /** Without what other guests and the account of the same address hold. */
  alone?: boolean
  /** Without what the user's own orders hold that wait for their payment. */
  withoutUnpaid?: boolean
}

/**
 * The open orders of an account that never received a parcel, and its limits. Null for an account that received one.
 */
export async function readNewBuyerHoldings(
  db: Kysely<Database>,
  { userId, network, productIds, confirmed = false, alone = false, withoutUnpaid = false }: Asked,
): Promise<NewBuyerHoldings | null> {
  const { rows } = await sql<{ holdings: NewBuyerHoldings }>`
    with open_orders as materialized (
      select orders.id, orders.checkout_id, orders.payment = 'prepaid' and orders.status = 'pending' as unpaid from orders
      left join shipments on shipments.order_id = orders.id
      where orders.user_id = any(${alone ? sql`array[${userId}::uuid]` : buyersLike(userId)}) and orders.status in ('pending', 'paid')
        and (shipments.status is null or shipments.status not in ('delivered', 'cancelled'))
        and not (${withoutUnpaid}::boolean and orders.user_id = ${userId}
          and orders.payment = 'prepaid' and orders.status = 'pending')
    ), open_items as materialized (
      select order_items.product_id, sum(order_items.quantity)::int as pieces
      from open_orders join order_items on order_items.order_id = open_orders.id
      group by order_items.product_id
    )
    select json_build_object(
      'most', case when users.email_verified or ${confirmed}::boolean then json_build_object(
        'checkouts', limits.proven_checkouts, 'payments', limits.proven_payments,
        'piecesOfProduct', limits.proven_pieces_of_product, 'pieces', limits.proven_pieces)
      else json_build_object(
        'checkouts', limits.open_checkouts, 'payments', limits.open_payments,
        'piecesOfProduct', limits.pieces_of_product, 'pieces', limits.pieces) end,
      'checkouts', (select count(distinct checkout_id) from open_orders),
      'payments', (select count(*) from open_orders where unpaid),
      'pieces', (select coalesce(json_object_agg(product_id, pieces), '{}') from open_items),
      'networks', case when not users.email_verified then json_build_object(
        'stockShare', limits.network_stock_share,
        'pieces', ${unprovenPieces({ network, productIds })}) end) as holdings
    from unproven_account_limits as limits cross join users
    where users.id = ${userId} and ${receivedNothing}`.execute(db)
  return rows[0]?.holdings ?? null
}

/**
 * The users whose orders count as this one's: the user itself, the accounts that proved an address of the same mailbox,
 * and for a guest all guests and accounts of that mailbox. So neither buying without an account nor another address of
 * one mailbox avoids the limits.
 */
function buyersLike(userId: string): RawBuilder<string[]> {
  return sql`array(
    select ${userId}::uuid
    union select other.id from users as own
      join users as other on person_of(other.email) = person_of(own.email) and other.email_verified
      where own.id = ${userId}
    union select other.user_id from guests as own join guests as other on person_of(other.email) = person_of(own.email)
      where own.user_id = ${userId}
    union select account.id from guests as own join users as account on person_of(account.email) = person_of(own.email)
      where own.user_id = ${userId})`
}

/** Whether an account never received a parcel. Once it has, the answer stays false. */
export function isNewBuyer(userId: string): RawBuilder<boolean> {
  return sql`exists (select from users where users.id = ${userId} and ${receivedNothing})`
}

/** For users: no parcel was ever delivered to the account. */
const receivedNothing = sql`not exists (
  select from orders join shipments on shipments.order_id = orders.id
  where orders.user_id = users.id and shipments.status = 'delivered')`

/**
 * The parcels that accounts like this one may order from one network. Null for an account that proved its address or received a
 * parcel.
 */
export function parcelLimits(userId: string): RawBuilder<ParcelLimits | null> {
  return sql`(
    select json_build_object('network', limits.network_parcels, 'wave', limits.all_parcels)
    from unproven_account_limits as limits cross join users
    where users.id = ${userId} and not users.email_verified and ${receivedNothing})`
}

/** Pieces of these products in orders of accounts with unproven addresses that are neither paid for nor sent. */
function unprovenPieces({ network, productIds }: Pick<Asked, 'network' | 'productIds'>) {
  return sql`(
    select coalesce(json_object_agg(product_id, json_build_object('network', of_network, 'all', of_all)), '{}') from (
      select order_items.product_id, sum(order_items.quantity)::int as of_all,
        coalesce(sum(order_items.quantity) filter (where checkouts.client_network = ${network}), 0)::int as of_network
      from checkouts
      join users as buyers on buyers.id = checkouts.user_id and not buyers.email_verified
      join orders on orders.checkout_id = checkouts.id and orders.status = 'pending'
      join order_items on order_items.order_id = orders.id
      left join shipments on shipments.order_id = orders.id
      where checkouts.client_network is not null and order_items.taken_from_stock
        and order_items.product_id = any(${productIds}::uuid[])
        and (shipments.status is null or shipments.status in ('created', 'processing'))
      group by order_items.product_id) as held)`
}
