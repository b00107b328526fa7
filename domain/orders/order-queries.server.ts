import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { orFail } from '#domain/kernel/result.ts'
import { MOST_COUNTED_ORDERS } from './order.ts'
import { type OrderRow, selectNewestOrders, selectOrders } from './order-row-queries.server.ts'
import { type OrderView, toOrderView } from './order-view.server.ts'

/**
 * The checkouts of a page, newest first, and the numbers of orders and parcels on all pages, up to one more than
 * MOST_COUNTED_ORDERS. Shipments of one checkout are one parcel unless status, tracking number or label differs.
 */
type CheckoutPage = { page: number; pages: number; checkoutIds: string[]; orders: number; parcels: number }

/** `wanted` counts from 1. Beyond the end of this customer's history: the last page. */
export async function findCheckoutPage(db: Kysely<Database>, userId: string, wanted: number): Promise<CheckoutPage> {
  const { checkouts } = await db
    .selectFrom('checkouts')
    .select(({ fn }) => fn.countAll<number>().as('checkouts'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const pages = countPages(checkouts, PAGE_SIZES.ownOrders)
  const page = Math.min(wanted, pages)
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(PAGE_SIZES.ownOrders)
    .offset((page - 1) * PAGE_SIZES.ownOrders)
    .execute()
  const newest = db
    .selectFrom('orders')
    .select(['id', 'checkout_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_COUNTED_ORDERS + 1)
  const { orders, parcels } = await db
    .selectFrom(newest.as('newest'))
    .leftJoin('shipments', 'shipments.order_id', 'newest.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      sql<number>`count(distinct (newest.checkout_id, shipments.status, shipments.tracking_number, shipments.label_url))
        filter (where shipments.id is not null)`.as('parcels'),
    ])
    .executeTakeFirstOrThrow()
  return { page, pages, checkoutIds: rows.map((row) => row.id), orders, parcels }
}

/** The customer's own orders of these checkouts, newest first; those of one checkout together, in cart order. */
export function listCustomerOrders(db: Kysely<Database>, userId: string, checkoutIds: readonly string[]) {
  return orFail(
    'Failed to fetch orders',
    view(
      selectNewestOrders(db)
        .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
        // A condition that no index supports. Otherwise PostgreSQL would read all orders of the customer.
        .where('orders.user_id', 'is not distinct from', userId),
    ),
  )
}

const view = async (orders: { execute(): Promise<OrderRow[]> }): Promise<OrderView[]> =>
  (await orders.execute()).map((order) => toOrderView(order))

/** The customer's own newest orders, in the same order. */
export function listNewestCustomerOrders(db: Kysely<Database>, userId: string, limit: number) {
  const orders = selectNewestOrders(db).where('orders.user_id', '=', userId).limit(limit)
  return orFail('Failed to fetch orders', view(orders))
}

/** A page of all orders, newest first, those of one checkout together. Beyond the end: the last page. */
export async function listOrders(db: Kysely<Database>, wanted: { page: number; pageSize: number }) {
  const { pageSize } = wanted
  const place = await findOrdersPage(db, wanted)
  const page = db
    .selectFrom('orders')
    .select('id')
    .$if(place.before !== null, (orders) => orders.where('created_at', '<', place.before))
    .orderBy('created_at', 'desc')
    .orderBy('checkout_id')
    .orderBy('id')
    .limit(pageSize)
    .offset(place.offset)
  const items = await view(selectNewestOrders(db).where('orders.id', '=', sql<string>`any(array(${page}))`))
  return { items, total: place.total, page: place.page, pages: countPages(place.total, pageSize) }
}

/** These orders, newest first, those of one checkout together. */
export function listOrdersById(db: Kysely<Database>, ids: readonly string[]) {
  return view(selectNewestOrders(db).where('orders.id', '=', sql<string>`any(${ids}::uuid[])`))
}

type OrdersPage = { total: number; page: number; before: Date | null; offset: number }

/**
 * The beginning of a page: a number of orders before the end of a day. Past days are counted in advance (`order_days`),
 * so that neither the total nor an old page reads more than the orders of some days.
 */
async function findOrdersPage(
  db: Kysely<Database>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<OrdersPage> {
  const { rows } = await sql<OrdersPage>`
    with recent as (
      select count(*) as orders from orders
      where created_at >= coalesce((select max(day) + 1 from order_days)::timestamp at time zone 'UTC', '-infinity')
    ), days as (
      select day, sum(orders) over (order by day desc) - orders + (select orders from recent) as newer from order_days
    ), list as (
      select (select orders from recent) + coalesce((select sum(orders) from order_days), 0) as total
    ), wanted as (
      select total, least(${page}::int, greatest(1, ceil(total::numeric / ${pageSize}::int)))::int as page from list
    )
    select wanted.total, wanted.page, (start.day + 1)::timestamp at time zone 'UTC' as before,
      (wanted.page - 1) * ${pageSize}::int - coalesce(start.newer, 0) as offset
    from wanted
    left join lateral (
      select day, newer from days where newer <= (wanted.page - 1) * ${pageSize}::int order by day limit 1
    ) as start on true`.execute(db)
  const [place] = rows
  if (!place) throw new Error('nothing was counted')
  return { ...place, total: Number(place.total), offset: Number(place.offset) }
}

/** The orders of one checkout in cart order. */
export function listCheckoutOrders(db: Kysely<Database>, checkoutId: string) {
  return view(selectOrders(db).where('orders.checkout_id', '=', checkoutId).orderBy('orders.id'))
}

/** The first order of a checkout. A checkout paid ahead has only one. */
export async function findFirstOrder(db: Kysely<Database>, checkoutId: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return order?.id
}

/** How many orders there are in each status. */
export async function countOrdersByStatus(db: Kysely<Database>): Promise<Record<OrderStatus, number>> {
  const rows = await db
    .selectFrom('orders')
    .select(['status', sql<number>`count(*)::int`.as('orders')])
    .groupBy('status')
    .execute()
  return {
    pending: 0,
    paid: 0,
    completed: 0,
    cancelled: 0,
    ...Object.fromEntries(rows.map((row) => [row.status, row.orders])),
  }
}

/** For queries of `orders`: whether an order on delivery had been paid when it was cancelled. */
export const PAID_BEFORE_CANCELLING = sql<boolean>`exists (
  select from order_events where order_id = orders.id and to_status = 'cancelled' and (
    (subject = 'order' and from_status in ('paid', 'completed'))
    or (subject = 'shipment' and from_status = 'delivered')))`

/** Whether an order on delivery had been paid when it was cancelled, and how much was transferred back. */
export async function findPaidBefore(db: Kysely<Database>, orderId: string) {
  const { rows } = await sql<{ paid: boolean; transferred: Grosze }>`
    select ${PAID_BEFORE_CANCELLING} as paid,
      (select coalesce(sum(amount_grosze), 0)::bigint from transfers where order_id = orders.id) as transferred
    from orders where id = ${orderId}`.execute(db)
  return rows[0] ?? { paid: false, transferred: 0 }
}
