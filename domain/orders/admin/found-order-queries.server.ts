import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { listSearchWords, PLANNED_FOR_VALUES, toSearchQuery } from '#domain/kernel/lists/prefix-search.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { ORDER_METHODS, type PaymentWay, parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { IS_UNCLEAR } from '#domain/payments/order-payment-queries.server.ts'
import type { MoneyState, OrderFilters, ParcelState } from './order-filters.ts'

/** The moment at which a day begins in Warsaw. */
const dayBegins = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'Europe/Warsaw')`

const STATUSES_OF_MONEY: Partial<Record<MoneyState, readonly OrderStatus[]>> = {
  due: ['pending'],
  unpaid: ['pending'],
  paid: ['paid', 'completed', 'cancelled'],
}
const PAYMENT_OF_MONEY: Partial<Record<MoneyState, readonly PaymentWay[]>> = {
  due: ['cash_on_delivery'],
  unpaid: ['prepaid', 'elsewhere'],
}

/** A cancelled order counts as paid until its money is refunded. */
const HAS_MONEY = sql`(orders.status <> 'cancelled' or exists (
  select from payments where payments.order_id = orders.id and payments.status = 'paid'))`

/** Such orders are rare, so they are found from the payments, refunds and disputes. */
const ORDERS_OF_MONEY: Partial<Record<MoneyState, RawBuilder<unknown>>> = {
  unclear: sql`orders.id in (select payments.order_id from payments where ${IS_UNCLEAR})`,
  refunding: sql`orders.id in (
    select payments.order_id from refunds join payments on payments.id = refunds.payment_id where refunds.status = 'pending')`,
  refunded: sql`orders.id in (select order_id from money_movements where kind = 'returned')`,
  refund_failed: sql`orders.id in (select order_id from unmade_refunds)`,
  disputed: sql`orders.id in (select payments.order_id from disputes join payments on payments.id = disputes.payment_id)`,
}

/** Orders whose parcel the carrier brought back. */
const CAME_BACK = sql`(
  select returned.id from carrier_shipments join orders as returned on returned.checkout_id = carrier_shipments.checkout_id
  join shipments on shipments.order_id = returned.id and shipments.tracking_number = carrier_shipments.tracking_number
  where carrier_status = 'returned_to_sender' and shipments.status = 'shipped')`

/** Few parcels are in the shop or on their way, so such orders are found from the shipments. */
const ORDERS_OF_PARCEL: Record<Exclude<ParcelState, 'delivered'>, RawBuilder<unknown>> = {
  to_send: sql`orders.status <> 'cancelled' and orders.id in (
    select order_id from shipments where status in ('created', 'processing') and archived_at is null)`,
  sent: sql`orders.id in (select order_id from shipments where status = 'shipped' and order_id not in ${CAME_BACK})`,
  returned: sql`orders.id in (
    select id from ${CAME_BACK} as returned
    union all
    select order_id from order_events
    where subject = 'shipment' and from_status in ('shipped', 'delivered') and to_status = 'cancelled')`,
}
const IS_DELIVERED = sql`exists (
  select from shipments where shipments.order_id = orders.id and shipments.status = 'delivered')`

/** All combinations of the matching statuses and shipping methods. */
function listPairs({ status, payment, delivery, money }: OrderFilters) {
  const ofMoney = money && STATUSES_OF_MONEY[money]
  const statuses = ORDER_STATUSES.filter(
    (each) => (status === undefined || each === status) && (ofMoney === undefined || ofMoney.includes(each)),
  )
  const ways = [payment && [payment], money && PAYMENT_OF_MONEY[money]].filter((way) => way !== undefined)
  const methods = ORDER_METHODS.filter(
    (method) =>
      ways.every((way) => way.includes(parseShippingMethod(method).payment)) &&
      (delivery === undefined || method.endsWith(delivery)),
  )
  const narrowed = statuses.length < ORDER_STATUSES.length || methods.length < ORDER_METHODS.length
  return { statuses, methods, narrowed }
}

/** Further conditions of the filters. `frequent`: many orders are expected to match. */
function listConditions({ search, money, parcel, from, to }: OrderFilters, frequent = false) {
  const words = listSearchWords(search ?? '')
  const matched = sql`orders.search @@ ${toSearchQuery(words)}::tsquery`
  // No index supports a `case`, and the planner expects half of the rows to match it. So the plan reads from the newest
  // order on.
  const found =
    words.length === 0 ? sql`false` : frequent ? sql`case when ${matched} then true else false end` : matched
  const ofMoney = money && ORDERS_OF_MONEY[money]
  const ofParcel = parcel && parcel !== 'delivered' && ORDERS_OF_PARCEL[parcel]
  const conditions: RawBuilder<unknown>[] = [
    ...(from === undefined ? [] : [sql`orders.created_at >= ${dayBegins(sql`${from}::date`)}`]),
    ...(to === undefined ? [] : [sql`orders.created_at < ${dayBegins(sql`(${to}::date + 1)`)}`]),
    ...(search ? [found] : []),
    ...(ofMoney ? [ofMoney] : []),
    ...(ofParcel ? [ofParcel] : []),
    ...(parcel === 'delivered' ? [IS_DELIVERED] : []),
    ...(money === 'paid' ? [HAS_MONEY] : []),
  ]
  return { conditions, rare: words.length > 0 || ofMoney !== undefined || Boolean(ofParcel) }
}

/** Whether an order matches. `frequent`: so many match that they are found by reading from the newest order on. */
export function fitsFilters(filters: OrderFilters, frequent = false): RawBuilder<boolean> {
  const { statuses, methods, narrowed } = listPairs(filters)
  const pairs = [sql`orders.status = any(${statuses}::text[])`, sql`orders.shipping_method = any(${methods}::text[])`]
  return sql<boolean>`(${sql.join([sql`true`, ...listConditions(filters, frequent).conditions, ...(narrowed ? pairs : [])], sql` and `)})`
}

/** How many of the newest orders are sampled to estimate how frequent a search is, and how many of them must match. */
const SAMPLE = 400
const FREQUENT = 12

/**
 * Whether a search matches so many orders that reading from the newest on is faster than looking all of them up.
 * PostgreSQL itself cannot estimate how frequent the beginning of a word is.
 */
async function isFrequent(db: Kysely<Database>, search: string | undefined): Promise<boolean> {
  const words = listSearchWords(search ?? '')
  if (words.length === 0) return false
  const newest = db.selectFrom('orders').select('search').orderBy('created_at', 'desc').limit(SAMPLE)
  const { fitting } = await db
    .selectFrom(newest.as('newest'))
    .select(sql<number>`count(*)::int`.as('fitting'))
    .where(sql<boolean>`search @@ ${toSearchQuery(words)}::tsquery`)
    .executeTakeFirstOrThrow()
  return fitting >= FREQUENT
}

const NEWEST_FIRST = sql`created_at desc, checkout_id, id`

/**
 * The ids of the newest matching orders, at most `most`, newest first, those of one checkout together. Each pair of
 * status and shipping method reads its own part of an index, so that rare pairs are found quickly as well.
 */
export async function findFilteredOrders(db: Kysely<Database>, filters: OrderFilters, most: number): Promise<string[]> {
  const { statuses, methods, narrowed } = listPairs(filters)
  const { conditions, rare } = listConditions(filters)
  const ofPair = sql.join(
    [sql`orders.status = status.name`, sql`orders.shipping_method = method.name`, ...conditions],
    sql` and `,
  )
  const frequent = await isFrequent(db, filters.search)
  const byPairs = sql<{ id: string }>`
    select found.id from unnest(${statuses}::text[]) as status (name) cross join unnest(${methods}::text[]) as method (name)
    cross join lateral (
      select id, created_at, checkout_id from orders where ${ofPair} order by ${NEWEST_FIRST} limit ${most}
    ) as found
    order by ${NEWEST_FIRST} limit ${most}`
  const walked = sql<{ id: string }>`
    select ${sql.raw(PLANNED_FOR_VALUES)} id from orders where ${fitsFilters(filters, true)}
    order by ${NEWEST_FIRST} limit ${most}`
  // The offset keeps the condition apart from the sorting. Otherwise a short list could make PostgreSQL read all orders
  // for a rare match.
  const lookedUp = sql<{ id: string }>`
    select id from (
      select ${sql.raw(PLANNED_FOR_VALUES)} id, created_at, checkout_id from orders where ${fitsFilters(filters)} offset 0
    ) as found
    order by ${NEWEST_FIRST} limit ${most}`
  const statement = rare && !frequent ? lookedUp : narrowed && !rare ? byPairs : walked
  const { rows } = await statement.execute(db)
  return rows.map(({ id }) => id)
}
