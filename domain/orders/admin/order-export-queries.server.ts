import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { IS_SOLD } from '#domain/orders/figures/sales-day-queries.server.ts'
import { RECIPIENT_COLUMNS } from '#domain/orders/order-queries.server.ts'
import { PAYMENT_STATUS } from '#domain/payments/order-payment-queries.server.ts'
import { fitsFilters } from './found-order-queries.server.ts'
import type { OrderFilters } from './order-filters.ts'

/**
 * The last order that was read, after which reading continues. `moment` in microseconds, which a Date would cut off.
 */
type Place = { moment: string; checkout_id: string; id: string }

/** The next `most` matching orders, newest first, after `place`. */
export function readOrdersBehind(db: Kysely<Database>, filters: OrderFilters, place: Place | null, most: number) {
  return db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select((order) => [
      'orders.id',
      'orders.checkout_id',
      'orders.number',
      'orders.created_at',
      sql<string>`orders.created_at::text`.as('moment'),
      'orders.status',
      'orders.payment',
      'orders.shipping_method',
      'orders.email',
      'orders.items_grosze',
      'orders.shipping_grosze',
      'orders.total_grosze',
      'orders.gift_name',
      'orders.gift_pieces',
      ...RECIPIENT_COLUMNS,
      'shipments.tracking_number',
      PAYMENT_STATUS,
      order
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(sql<Grosze>`coalesce(sum(refunds.amount_grosze), 0)::bigint`.as('refunded'))
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('refunds.status', '=', 'succeeded')
        .as('refunded_grosze'),
      jsonArrayFrom(
        order
          .selectFrom('order_items')
          .select(['product_name', 'brand_name', 'quantity'])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
    .where(fitsFilters(filters))
    .$if(place !== null, (orders) =>
      orders.where(
        sql<boolean>`orders.created_at <= ${place?.moment}::timestamptz and (orders.created_at < ${place?.moment}::timestamptz
          or (orders.checkout_id, orders.id) > (${place?.checkout_id}::uuid, ${place?.id}::uuid))`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
    .limit(most)
    .execute()
}

export type ExportedOrder = Awaited<ReturnType<typeof readOrdersBehind>>[number]

/**
 * The takings of one day in Warsaw. Sums over orders placed that day that were not cancelled and, if paid ahead, were
 * paid.
 */
export type DayTakings = {
  day: string
  orders: number
  items_grosze: Grosze
  shipping_grosze: Grosze
  prepaid_grosze: Grosze
  on_delivery_grosze: Grosze
  /** Refunds made that day, of any order. */
  refunded_grosze: Grosze
}

/** The days from `from` to `to`, both included, oldest first, including those without orders. */
export async function readTakings(db: Kysely<Database>, from: string, to: string): Promise<DayTakings[]> {
  const { rows } = await sql<DayTakings>`
    with day as (
      select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day
    ), span as (
      select ${from}::date::timestamp at time zone 'Europe/Warsaw' as first,
        (${to}::date + 1)::timestamp at time zone 'Europe/Warsaw' as last
    ), ordered as (
      select (orders.created_at at time zone 'Europe/Warsaw')::date as day, count(*)::int as orders,
        sum(items_grosze)::bigint as items_grosze, sum(shipping_grosze)::bigint as shipping_grosze,
        coalesce(sum(total_grosze) filter (where payment = 'prepaid'), 0)::bigint as prepaid_grosze,
        coalesce(sum(total_grosze) filter (where payment = 'cash_on_delivery'), 0)::bigint as on_delivery_grosze
      from orders, span
      where orders.created_at >= span.first and orders.created_at < span.last
        and ${IS_SOLD}
      group by 1
    ), refunded as (
      select (refunds.updated_at at time zone 'Europe/Warsaw')::date as day, sum(amount_grosze)::bigint as refunded_grosze
      from refunds, span
      where refunds.status = 'succeeded' and refunds.updated_at >= span.first and refunds.updated_at < span.last
      group by 1
    )
    select to_char(day.day, 'YYYY-MM-DD') as day, coalesce(orders, 0) as orders, coalesce(items_grosze, 0) as items_grosze,
      coalesce(shipping_grosze, 0) as shipping_grosze, coalesce(prepaid_grosze, 0) as prepaid_grosze,
      coalesce(on_delivery_grosze, 0) as on_delivery_grosze, coalesce(refunded_grosze, 0) as refunded_grosze
    from day left join ordered using (day) left join refunded using (day) order by day.day`.execute(db)
  return rows.map((row) => ({
    ...row,
    items_grosze: Number(row.items_grosze),
    shipping_grosze: Number(row.shipping_grosze),
    prepaid_grosze: Number(row.prepaid_grosze),
    on_delivery_grosze: Number(row.on_delivery_grosze),
    refunded_grosze: Number(row.refunded_grosze),
  }))
}
