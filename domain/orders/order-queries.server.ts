import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import type { OrderStatus } from '#domain/kernel/order-status.ts'
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'
import { countPages } from '#domain/kernel/paging.ts'
import { orFail } from '#domain/kernel/result.ts'
import { CANCELLED_BY, PAYMENT_STATUS } from '#domain/payments/order-payment-queries.server.ts'
import { MOST_COUNTED_ORDERS } from './order.ts'

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
    newestFirst(db)
      .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
      // A condition that no index supports. Otherwise PostgreSQL would read all orders of the customer.
      .where('orders.user_id', 'is not distinct from', userId)
      .execute(),
  )
}

/** The customer's own newest orders, in the same order. */
export function listNewestCustomerOrders(db: Kysely<Database>, userId: string, limit: number) {
  const orders = newestFirst(db).where('orders.user_id', '=', userId).limit(limit)
  return orFail('Failed to fetch orders', orders.execute())
}

function newestFirst(db: Kysely<Database>) {
  return ordersWithItems(db).orderBy('orders.created_at', 'desc').orderBy('orders.checkout_id').orderBy('orders.id')
}

export type CustomerOrder = Awaited<ReturnType<typeof listCustomerOrders>>[number]

/**
 * The columns of an order that every screen shows: sums, statuses (no shipping status without a shipment), items with
 * name and brand at the time of the order, and its checkout: the number of orders in the parcel on all pages, and the
 * total of those not cancelled. `payment_status` is the most significant one of several payment attempts (null: there
 * is none). `cancelled_by` is the last one who cancelled it.
 */
function ordersWithItems(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .innerJoinLateral(
      (outer) =>
        outer
          .selectFrom('orders as sibling')
          .select(({ fn }) => [
            fn.countAll<number>().as('orders'),
            sql<Grosze>`coalesce(sum(sibling.total_grosze) filter (where sibling.status <> 'cancelled'), 0)::bigint`.as(
              'total_grosze',
            ),
          ])
          .whereRef('sibling.checkout_id', '=', 'orders.checkout_id')
          .as('together'),
      (join) => join.onTrue(),
    )
    .select((order) => [
      'orders.id',
      'orders.checkout_id',
      jsonBuildObject({
        id: order.ref('orders.checkout_id'),
        orders: order.ref('together.orders'),
        total_grosze: order.ref('together.total_grosze'),
      }).as('checkout'),
      'orders.email',
      'orders.status',
      'shipments.status as shipping_status',
      'orders.shipping_method',
      'orders.payment',
      PAYMENT_STATUS,
      order
        .selectFrom('order_events')
        .select(CANCELLED_BY)
        .where('orders.status', '=', 'cancelled')
        .whereRef('order_events.order_id', '=', 'orders.id')
        .where('order_events.subject', '=', 'order')
        .where('order_events.to_status', '=', 'cancelled')
        .orderBy('order_events.id', 'desc')
        .limit(1)
        .as('cancelled_by'),
      'orders.items_grosze',
      'orders.shipping_grosze',
      'orders.total_grosze',
      'orders.gift_name',
      'orders.gift_pieces',
      'orders.discount_code',
      DISCOUNT_GROSZE,
      'orders.created_at',
      jsonArrayFrom(
        order
          .selectFrom('order_items')
          .select(['product_id', 'product_name', 'brand_name', 'facts', 'quantity', 'unit_price_grosze'])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
}

/** For queries of `orders`: what a code took off the products of an order. */
export const DISCOUNT_GROSZE = sql<Grosze>`(
  select coalesce(sum(discount_grosze), 0)::bigint from order_items where order_items.order_id = orders.id
)`.as('discount_grosze')

/** The recipient and destination of an order, as columns of `orders`. */
export const RECIPIENT_COLUMNS = [
  'orders.first_name',
  'orders.last_name',
  'orders.phone',
  'orders.receiver_email',
  'orders.street',
  'orders.house_number',
  'orders.city',
  'orders.postal_code',
  'orders.parcel_locker_id',
  'orders.parcel_locker_name',
  'orders.parcel_locker_address',
] as const

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
  const items = await listedOrders(db).where('orders.id', '=', sql<string>`any(array(${page}))`).execute()
  return { items, total: place.total, page: place.page, pages: countPages(place.total, pageSize) }
}

/** These orders, newest first, those of one checkout together. */
export function listOrdersById(db: Kysely<Database>, ids: readonly string[]) {
  return listedOrders(db).where('orders.id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

function listedOrders(db: Kysely<Database>) {
  return newestFirst(db).select([...RECIPIENT_COLUMNS, 'shipments.tracking_number', 'shipments.archived_at'])
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

/** An order as the admin sees it, with its recipient and destination. */
export type AdminOrder = Awaited<ReturnType<typeof listOrders>>['items'][number]

/** The orders of one checkout in cart order, each with its items, recipient and destination. */
export function listCheckoutOrders(db: Kysely<Database>, checkoutId: string) {
  return ordersWithItems(db)
    .select(RECIPIENT_COLUMNS)
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.id')
    .execute()
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
