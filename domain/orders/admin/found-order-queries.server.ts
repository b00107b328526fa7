import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PLANNED_FOR_VALUES } from '#domain/kernel/statement-plans.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order.ts'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { listSearchWords, type MoneyState, type OrderFilters, toSearchQuery } from './order-filters.ts'

/** A day of Warsaw as the moment it begins. */
const dayBegins = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone 'Europe/Warsaw')`

const STATUSES_OF_MONEY: Partial<Record<MoneyState, readonly OrderStatus[]>> = {
  due: ['pending'],
  unpaid: ['pending'],
  paid: ['paid', 'completed', 'cancelled'],
}
const PAYMENT_OF_MONEY: Partial<Record<MoneyState, string>> = { due: 'cash_on_delivery', unpaid: 'prepaid' }

/** What was cancelled counts as paid while its money is here. */
const HAS_MONEY = sql`(orders.status <> 'cancelled' or exists (
  select from payments where payments.order_id = orders.id and payments.status = 'paid'))`

/** What went back or is disputed is rare: such orders are found from there. */
const REFUNDED = (status: string) =>
  sql`orders.id in (select payments.order_id from refunds join payments on payments.id = refunds.payment_id where refunds.status = ${status})`
const ORDERS_OF_MONEY: Partial<Record<MoneyState, RawBuilder<unknown>>> = {
  refunding: REFUNDED('pending'),
  refunded: REFUNDED('succeeded'),
  refund_failed: REFUNDED('failed'),
  disputed: sql`orders.id in (select payments.order_id from disputes join payments on payments.id = disputes.payment_id)`,
}

/** Statuses and shipping methods that fit, each with each. */
function listPairs({ status, payment, delivery, money }: OrderFilters) {
  const ofMoney = money && STATUSES_OF_MONEY[money]
  const statuses = ORDER_STATUSES.filter(
    (each) => (status === undefined || each === status) && (ofMoney === undefined || ofMoney.includes(each)),
  )
  const ways = [payment, money && PAYMENT_OF_MONEY[money]].filter((way) => way !== undefined)
  const methods = SHIPPING_METHODS.filter(
    (method) => ways.every((way) => method.startsWith(way)) && (delivery === undefined || method.endsWith(delivery)),
  )
  const narrowed = statuses.length < ORDER_STATUSES.length || methods.length < SHIPPING_METHODS.length
  return { statuses, methods, narrowed }
}

/** What else narrows the list. `rare`: few orders are expected to be left. */
function listConditions({ search, money, from, to }: OrderFilters, frequent = false) {
  const words = listSearchWords(search ?? '')
  const matched = sql`orders.search @@ ${toSearchQuery(words)}::tsquery`
  // No index serves a case, and half of the rows are thought to fit it: the plan is the walk from the newest one on.
  const found =
    words.length === 0 ? sql`false` : frequent ? sql`case when ${matched} then true else false end` : matched
  const ofMoney = money && ORDERS_OF_MONEY[money]
  const conditions: RawBuilder<unknown>[] = [
    ...(from === undefined ? [] : [sql`orders.created_at >= ${dayBegins(sql`${from}::date`)}`]),
    ...(to === undefined ? [] : [sql`orders.created_at < ${dayBegins(sql`(${to}::date + 1)`)}`]),
    ...(search ? [found] : []),
    ...(ofMoney ? [ofMoney] : []),
    ...(money === 'paid' ? [HAS_MONEY] : []),
  ]
  return { conditions, rare: words.length > 0 || ofMoney !== undefined }
}

/** Whether an order fits. `frequent`: so many do that they are found by a walk. */
export function fitsFilters(filters: OrderFilters, frequent = false): RawBuilder<boolean> {
  const { statuses, methods, narrowed } = listPairs(filters)
  const pairs = [sql`orders.status = any(${statuses}::text[])`, sql`orders.shipping_method = any(${methods}::text[])`]
  return sql<boolean>`(${sql.join([sql`true`, ...listConditions(filters, frequent).conditions, ...(narrowed ? pairs : [])], sql` and `)})`
}

/** How many of the newest orders tell how frequent a search is, and how many of them must fit. */
const SAMPLE = 400
const FREQUENT = 12

/**
 * Whether a search fits so many orders that walking from the newest on finds a list of them sooner than looking all of them up
 * does. PostgreSQL itself does not know how frequent the beginning of a word is.
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
 * The ids of the newest orders that fit, newest first, those of one checkout together; at most `most`. Each pair of status and
 * shipping method has its own walk through an index, so that also what most orders are not is found without a look at them.
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
  // The offset keeps it apart from its order, or a short list would tempt to walk through all orders for what hardly any has.
  const lookedUp = sql<{ id: string }>`
    select id from (
      select ${sql.raw(PLANNED_FOR_VALUES)} id, created_at, checkout_id from orders where ${fitsFilters(filters)} offset 0
    ) as found
    order by ${NEWEST_FIRST} limit ${most}`
  const statement = rare && !frequent ? lookedUp : narrowed && !rare ? byPairs : walked
  const { rows } = await statement.execute(db)
  return rows.map(({ id }) => id)
}
