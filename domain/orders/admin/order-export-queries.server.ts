import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { dayBegins, MONEY_SUMS, type MoneySums } from '#domain/money/movement-queries.server.ts'
import { selectNewestOrders } from '#domain/orders/order-row-queries.server.ts'
import { toOrderView } from '#domain/orders/order-view.server.ts'
import { fitsFilters } from './found-order-queries.server.ts'
import type { OrderFilters } from './order-filters.ts'

/**
 * The last order that was read, after which reading continues. `moment` in microseconds, which a Date would truncate.
 */
type Place = { moment: string; checkout_id: string; id: string }

/** The next `most` matching orders, newest first, after `place`. */
export async function readOrdersBehind(db: Kysely<Database>, filters: OrderFilters, place: Place | null, most: number) {
  const orders = await selectNewestOrders(db)
    .select(sql<string>`orders.created_at::text`.as('moment'))
    .where(fitsFilters(filters))
    .$if(place !== null, (orders) =>
      orders.where(
        sql<boolean>`orders.created_at <= ${place?.moment}::timestamptz and (orders.created_at < ${place?.moment}::timestamptz
          or (orders.checkout_id, orders.id) > (${place?.checkout_id}::uuid, ${place?.id}::uuid))`,
      ),
    )
    .limit(most)
    .execute()
  return orders.map((order) => toOrderView(order))
}

export type ExportedOrder = Awaited<ReturnType<typeof readOrdersBehind>>[number]

/** The money of one day in Warsaw: what was sold, undone and returned on that day, whenever the orders were placed. */
export type DayTakings = Omit<MoneySums, 'returned_grosze'> & {
  day: string
  items_grosze: Grosze
  shipping_grosze: Grosze
  prepaid_grosze: Grosze
  refunded_grosze: Grosze
}

/** The days from `from` to `to`, both included, oldest first, including those without movements. */
export async function readTakings(db: Kysely<Database>, from: string, to: string): Promise<DayTakings[]> {
  const { rows } = await sql<DayTakings>`
    select to_char(calendar.day, 'YYYY-MM-DD') as day, orders, sold_grosze, undone_grosze, on_delivery_grosze, elsewhere_grosze,
      sold_grosze - on_delivery_grosze - elsewhere_grosze as prepaid_grosze, sold_grosze - shipping_grosze as items_grosze, shipping_grosze,
      returned_grosze as refunded_grosze
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as calendar (day)
    cross join lateral (
      select ${dayBegins(sql`calendar.day`)} as first, ${dayBegins(sql`(calendar.day + interval '1 day')`)} as next
    ) as span
    cross join lateral (
      select ${MONEY_SUMS}, coalesce(sum(shipping_grosze), 0)::float8 as shipping_grosze
      from money_movements where moment >= span.first and moment < span.next
    ) as money
    order by calendar.day`.execute(db)
  return rows
}
