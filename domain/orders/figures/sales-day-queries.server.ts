import { type RawBuilder, sql } from 'kysely'
import { PLANNED_FOR_VALUES } from '#domain/kernel/statement-plans.ts'
import { addDays, type Day } from '#domain/shipping/delivery-date/calendar-day.ts'

export const WARSAW = sql.lit('Europe/Warsaw')

/** A sale counts unless it was cancelled or, if paid ahead, never paid. */
export const IS_SOLD = sql`is_sold(orders.status, orders.payment)`

/**
 * Orders of these days in Warsaw (ascending). The bounds are values, so that PostgreSQL can estimate how few orders lie
 * between them.
 */
const isOfDays = (days: readonly Day[]) => {
  const runs: { first: Day; end: Day }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.end === day) run.end = addDays(day, 1)
    else runs.push({ first: day, end: addDays(day, 1) })
  }
  const begins = (day: Day) => sql`(${day}::timestamp at time zone ${WARSAW})`
  const within = runs.map(
    ({ first, end }) => sql`(orders.created_at >= ${begins(first)} and orders.created_at < ${begins(end)})`,
  )
  return runs.length > 0 ? sql`(${sql.join(within, sql` or `)})` : sql`false`
}

/** Sales that count, with their day. */
const listSold = (days: readonly Day[]) => sql`
  select ${sql.raw(PLANNED_FOR_VALUES)} (orders.created_at at time zone ${WARSAW})::date as day, orders.id,
    orders.checkout_id, orders.items_grosze, orders.shipping_grosze, orders.total_grosze, orders.payment
  from orders where ${isOfDays(days)} and ${IS_SOLD}`

/** The sums of each of these days, including those without orders, in the columns of `sales_days`. */
export const sumDays = (days: readonly Day[]): RawBuilder<unknown> => sql`
  with sold as materialized (${listSold(days)}), summed as (
    select day, count(distinct checkout_id) as checkouts, count(*) as orders, sum(items_grosze) as goods_grosze,
      sum(shipping_grosze) as shipping_grosze, sum(total_grosze) as total_grosze,
      sum(total_grosze) filter (where payment = 'cash_on_delivery') as on_delivery_grosze
    from sold group by day
  ), counted as (
    select sold.day, sum(i.quantity) as pieces from sold join order_items i on i.order_id = sold.id group by sold.day
  ), refunded as (
    select sold.day, sum(refunds.amount_grosze) as refunded_grosze
    from sold join payments on payments.order_id = sold.id join refunds on refunds.payment_id = payments.id
    where refunds.status = 'succeeded' group by sold.day
  )
  select day, coalesce(checkouts, 0)::int as checkouts, coalesce(orders, 0)::int as orders,
    coalesce(pieces, 0)::int as pieces, coalesce(goods_grosze, 0)::bigint as goods_grosze,
    coalesce(shipping_grosze, 0)::bigint as shipping_grosze, coalesce(total_grosze, 0)::bigint as total_grosze,
    coalesce(on_delivery_grosze, 0)::bigint as on_delivery_grosze, coalesce(refunded_grosze, 0)::bigint as refunded_grosze
  from unnest(${days}::date[]) as wanted (day)
  left join summed using (day) left join counted using (day) left join refunded using (day)`

/** The sales of each product on each of these days, in the columns of `sales_day_products`. */
export const sumDayProducts = (days: readonly Day[]): RawBuilder<unknown> => sql`
  select sold.day, i.product_id, sum(i.quantity)::int as pieces, sum(i.quantity * i.unit_price_grosze)::bigint as goods_grosze
  from (${listSold(days)}) as sold join order_items i on i.order_id = sold.id
  group by sold.day, i.product_id`
