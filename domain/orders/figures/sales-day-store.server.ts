import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { sumDayProducts, sumDays, WARSAW } from './sales-day-queries.server.ts'

/** Days of one transaction. */
const DAYS_AT_ONCE = 31

/** Sums up the days that ended before `moment` and are not summed up yet, and those that changed since. */
export async function addUpSalesDays(db: Kysely<Database>, moment: Date): Promise<void> {
  let days: number
  do {
    days = await db.transaction().execute((trx) => addUpOldest(trx, moment))
  } while (days === DAYS_AT_ONCE)
}

/**
 * A change becomes visible together with its mark. A change that this transaction does not see leaves its mark, and the
 * day is summed up again. The lock prevents older sums from overwriting newer ones.
 */
async function addUpOldest(trx: Transaction<Database>, moment: Date): Promise<number> {
  await sql`lock table sales_days in share row exclusive mode`.execute(trx)
  const { rows } = await sql<{ day: string }>`
    with last as (
      select (${moment}::timestamptz at time zone ${WARSAW})::date - 1 as day
    ), due as (
      select changed.day from changed_sales_days as changed, last where changed.day <= last.day
      union
      select generate_series(
        coalesce(
          (select max(day) + 1 from sales_days),
          (select min(created_at) at time zone ${WARSAW} from orders)::date),
        last.day, interval '1 day')::date
      from last
      order by day limit ${DAYS_AT_ONCE}
    ), unmarked as (
      delete from changed_sales_days where day in (select day from due)
    )
    select to_char(day, 'YYYY-MM-DD') as day from due order by day`.execute(trx)
  const days = rows.map(({ day }) => day)
  if (days.length === 0) return 0
  await sql`delete from sales_day_products where day = any(${days}::date[])`.execute(trx)
  await sql`insert into sales_day_products (day, product_id, pieces, goods_grosze) ${sumDayProducts(days)}`.execute(trx)
  await sql`delete from sales_days where day = any(${days}::date[])`.execute(trx)
  await sql`
    insert into sales_days (day, checkouts, orders, pieces, goods_grosze, shipping_grosze, total_grosze, on_delivery_grosze,
      refunded_grosze) ${sumDays(days)}`.execute(trx)
  return days.length
}
