import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { addDays, type Day, readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { IS_SOLD, sumDayProducts, sumDays } from './sales-day-queries.server.ts'
import { FIGURE_PERIODS, type FigureUnit, type SalesFigures, type SalesSums } from './sales-figures.ts'

/** Most products that are listed. */
const LISTED = 20
/** A low stock: this many pieces, or enough for this many days at last month's pace. */
const FEW_PIECES = 5
const FEW_DAYS = 14
const PACE_DAYS = 30

const STEPS: Record<FigureUnit, RawBuilder<unknown>> = {
  day: sql`interval '1 day'`,
  week: sql`interval '1 week'`,
  month: sql`interval '1 month'`,
}

/** Figures that are being read. Reading takes long, so simultaneous callers share one result. */
const underWay = new WeakMap<Kysely<Database>, Map<string, Promise<SalesFigures>>>()

/**
 * Sales by day, week or month of the Polish calendar, with the same number of earlier periods; by product and brand;
 * and the stock. Orders belong to the period in which they were placed, with their later refunds.
 */
export function readSalesFigures(db: Kysely<Database>, unit: FigureUnit, now: Date): Promise<SalesFigures> {
  const reads = underWay.get(db) ?? new Map<string, Promise<SalesFigures>>()
  underWay.set(db, reads)
  const reading = reads.get(unit) ?? readAnew(db, unit, now).finally(() => reads.delete(unit))
  reads.set(unit, reading)
  return reading
}

async function readAnew(db: Kysely<Database>, unit: FigureUnit, now: Date): Promise<SalesFigures> {
  const shown = FIGURE_PERIODS[unit]
  const today = readWarsawClock(now).day
  const period = (periods: number) =>
    sql`(date_trunc(${sql.lit(unit)}, ${today}::timestamp) - ${periods} * ${STEPS[unit]})`
  const open = await listOpenDays(db, period(2 * shown - 1), today)
  const [periods, sold, stock, runningOut] = await Promise.all([
    sumPeriods(db, unit, { first: period(2 * shown - 1), last: period(0), open }),
    sumProducts(db, period(shown - 1), open),
    sumStock(db),
    listRunningOut(db, today, open),
  ])
  return {
    unit,
    periods: periods.slice(shown),
    now: addUp(periods.slice(shown)),
    before: addUp(periods.slice(0, shown)),
    ...sold,
    stock: { ...stock, running_out: runningOut },
  }
}

/** Days up to today that are not summed up or have changed since. They are read from the orders. */
async function listOpenDays(db: Kysely<Database>, first: RawBuilder<unknown>, today: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select to_char(calendar.day, 'YYYY-MM-DD') as day
    from generate_series(${first}, ${today}::timestamp, interval '1 day') as calendar (day)
    where not exists (select from sales_days where sales_days.day = calendar.day::date)
      or exists (select from changed_sales_days as changed where changed.day = calendar.day::date)
    order by calendar.day`.execute(db)
  return rows.map(({ day }) => day)
}

type Span = { first: RawBuilder<unknown>; last: RawBuilder<unknown>; open: readonly Day[] }

async function sumPeriods(db: Kysely<Database>, unit: FigureUnit, { first, last, open }: Span) {
  const { rows } = await sql<SalesSums & { start: string }>`
    with summed as (
      select day, checkouts, orders, pieces, goods_grosze, shipping_grosze, total_grosze, on_delivery_grosze, refunded_grosze
      from sales_days where day >= ${first}::date and day <> all(${open}::date[])
      union all
      (${sumDays(open)})
    )
    select to_char(period, 'YYYY-MM-DD') as start, coalesce(sum(checkouts), 0)::int as checkouts,
      coalesce(sum(orders), 0)::int as orders, coalesce(sum(pieces), 0)::int as pieces,
      coalesce(sum(goods_grosze), 0)::float8 as goods_grosze, coalesce(sum(shipping_grosze), 0)::float8 as shipping_grosze,
      coalesce(sum(total_grosze), 0)::float8 as total_grosze,
      coalesce(sum(on_delivery_grosze), 0)::float8 as on_delivery_grosze,
      coalesce(sum(refunded_grosze), 0)::float8 as refunded_grosze
    from generate_series(${first}, ${last}, ${STEPS[unit]}) as calendar (period)
    left join summed on date_trunc(${sql.lit(unit)}, summed.day::timestamp) = period
    group by period order by period`.execute(db)
  return rows
}

/** The sales of each product since the day `first`, a row for each day with sales. */
const listProductDays = (first: RawBuilder<unknown>, open: readonly Day[]) => sql`
  select product_id, pieces, goods_grosze from sales_day_products
  where day >= ${first}::date and day <> all(${open}::date[])
  union all
  select product_id, pieces, goods_grosze from (${sumDayProducts(open)}) as live where day >= ${first}::date`

/** The highest sales, by product and by brand. */
async function sumProducts(db: Kysely<Database>, first: RawBuilder<unknown>, open: readonly Day[]) {
  const { rows } = await sql<Pick<SalesFigures, 'products' | 'brands'>>`
    with product as materialized (
      select product_id, sum(pieces) as pieces, sum(goods_grosze) as goods from (${listProductDays(first, open)}) as sold
      group by product_id
    ), best as (
      select p.name, b.name as brand_name, pieces::int, goods::float8 as goods_grosze
      from product join products p on p.id = product.product_id join brands b on b.id = p.brand_id
      order by goods desc, p.name, b.name limit ${LISTED}
    ), best_brands as (
      select b.name, sum(pieces)::int as pieces, sum(goods)::float8 as goods_grosze
      from product join products p on p.id = product.product_id join brands b on b.id = p.brand_id
      group by b.id, b.name order by sum(goods) desc, b.name limit ${LISTED}
    )
    select
      (select coalesce(json_agg(best order by goods_grosze desc, name, brand_name), '[]') from best) as products,
      (select coalesce(json_agg(best_brands order by goods_grosze desc, name), '[]') from best_brands) as brands`.execute(
    db,
  )
  return rows[0] ?? { products: [], brands: [] }
}

function addUp(periods: readonly SalesSums[]): SalesSums {
  const sum = (field: keyof SalesSums) => periods.reduce((total, period) => total + period[field], 0)
  return {
    checkouts: sum('checkouts'),
    orders: sum('orders'),
    pieces: sum('pieces'),
    goods_grosze: sum('goods_grosze'),
    shipping_grosze: sum('shipping_grosze'),
    total_grosze: sum('total_grosze'),
    on_delivery_grosze: sum('on_delivery_grosze'),
    refunded_grosze: sum('refunded_grosze'),
  }
}

async function sumStock(db: Kysely<Database>) {
  const { rows } = await sql<{ value_grosze: number; pieces: number; uncounted_products: number }>`
    select coalesce(sum(stock_quantity::bigint * price_grosze), 0)::float8 as value_grosze,
      coalesce(sum(stock_quantity), 0)::int as pieces,
      (count(*) filter (where stock_quantity is null))::int as uncounted_products
    from products where active`.execute(db)
  return rows[0] ?? { value_grosze: 0, pieces: 0, uncounted_products: 0 }
}

/** Products that sell out soonest at the recent pace, today included. */
async function listRunningOut(db: Kysely<Database>, today: Day, open: readonly Day[]) {
  const first = sql`${addDays(today, 1 - PACE_DAYS)}::text`
  const { rows } = await sql<SalesFigures['stock']['running_out'][number]>`
    with recent as (
      select product_id, sum(pieces)::int as sold from (${listProductDays(first, open)}) as sold group by product_id
    )
    select p.id, p.name, b.name as brand_name, p.stock_quantity, coalesce(sold, 0) as sold_30_days,
      floor(p.stock_quantity * 30.0 / nullif(sold, 0))::int as days_left
    from products p join brands b on b.id = p.brand_id left join recent on recent.product_id = p.id
    where p.active and p.stock_quantity > 0
      and (p.stock_quantity < ${FEW_PIECES} or p.stock_quantity * 30.0 / nullif(sold, 0) <= ${FEW_DAYS})
    order by days_left nulls last, p.stock_quantity, p.name, p.id limit ${LISTED}`.execute(db)
  return rows
}

/** Sales since midnight in Warsaw: orders, their parcels, and their sum with delivery, in grosze. */
export type Today = { orders: number; parcels: number; totalGrosze: number }

export async function readToday(db: Kysely<Database>, now: Date): Promise<Today> {
  const { rows } = await sql<Today>`
    select count(*)::int as orders, count(distinct checkout_id)::int as parcels,
      coalesce(sum(total_grosze), 0)::float8 as "totalGrosze"
    from orders
    where created_at >= date_trunc('day', ${now}::timestamptz at time zone 'Europe/Warsaw') at time zone 'Europe/Warsaw'
      and ${IS_SOLD}`.execute(db)
  return rows[0] ?? { orders: 0, parcels: 0, totalGrosze: 0 }
}
