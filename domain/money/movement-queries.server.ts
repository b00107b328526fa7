import { type RawBuilder, sql } from 'kysely'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'

const WARSAW = sql.lit('Europe/Warsaw')

/** Whether an order counts as sold now: its pieces are counted by product and brand. */
export const IS_SOLD = sql`is_sold(orders.status, orders.payment)`

/** The moment at which a day begins in Warsaw. The value lets PostgreSQL estimate how much lies behind it. */
export const dayBegins = (day: RawBuilder<unknown> | Day) => sql`(${day}::timestamp at time zone ${WARSAW})`

/** The sums of movements, in the columns of MoneySums. */
export const MONEY_SUMS = sql`
  count(*) filter (where cause in ('placed', 'paid'))::int as orders,
  coalesce(sum(grosze) filter (where kind = 'sold'), 0)::float8 as sold_grosze,
  coalesce(sum(grosze) filter (where kind = 'sold' and payment = 'cash_on_delivery'), 0)::float8 as on_delivery_grosze,
  coalesce(sum(grosze) filter (where kind = 'sold' and payment = 'elsewhere'), 0)::float8 as elsewhere_grosze,
  coalesce(sum(grosze) filter (where kind = 'undone'), 0)::float8 as undone_grosze,
  coalesce(sum(grosze) filter (where kind = 'returned'), 0)::float8 as returned_grosze`

/** Money of a period. What stayed is sold less undone less returned. */
export type MoneySums = {
  /** Sales that began: orders placed to be paid on delivery or sold elsewhere, and payments that arrived. */
  orders: number
  sold_grosze: Grosze
  /** The part of the sales that is paid on delivery. */
  on_delivery_grosze: Grosze
  /** The part that marketplaces sold. */
  elsewhere_grosze: Grosze
  undone_grosze: Grosze
  returned_grosze: Grosze
}

/** For queries of `orders`: the money of an order that went back, in any way. */
export const RETURNED_GROSZE = sql<Grosze>`(
  select coalesce(sum(grosze), 0)::bigint from money_movements where order_id = orders.id and kind = 'returned')`

/** The money of an order that went back or is on its way back. */
export const RETURNING_GROSZE = sql<Grosze>`(${RETURNED_GROSZE} + (
  select coalesce(sum(refunds.amount_grosze), 0)::bigint from payments
  join refunds on refunds.payment_id = payments.id and refunds.status = 'pending'
  where payments.order_id = orders.id))`

/**
 * For queries of `orders`: the money that goes back without making the order cheaper than it is, because it was paid ahead
 * beyond what the order costs now: twice, for changes that were not made, or before it became cheaper.
 */
export const COMPENSATED_GROSZE = sql`(case when orders.payment = 'prepaid' then greatest(0, (
  select coalesce(sum(amount_grosze), 0) from payments where payments.order_id = orders.id and paid_at is not null)
  - orders.total_grosze) else 0 end)`

/** The money of failed refunds of an order that still have to be made again. */
export const UNMADE_GROSZE = sql<Grosze>`(
  select coalesce(sum(grosze), 0)::bigint from unmade_refunds where order_id = orders.id)`
