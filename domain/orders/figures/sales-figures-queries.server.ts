import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { addDays, type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { dayBegins, IS_SOLD, MONEY_SUMS, type MoneySums } from '#domain/money/movement-queries.server.ts'
import { FIGURE_PERIODS, type FigureUnit } from './sales-figures.ts'

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

export type SalesSums = {
  /** Checkouts, each one parcel. */
  checkouts: number
  /** Sales that began: orders placed to be paid on delivery or sold elsewhere, and payments that arrived. */
  orders: number
  sold_grosze: Grosze
  /** The part of the sales that is paid on delivery. */
  on_delivery_grosze: Grosze
  /** The part that marketplaces sold. */
  elsewhere_grosze: Grosze
  /** Sales on delivery and elsewhere that were cancelled or reduced, whenever they were placed. */
  undone_grosze: Grosze
  /** Money that went back, whenever the order was placed. */
  refunded_grosze: Grosze
}
/** Pieces of orders that still count. */
type Sold = { name: string; pieces: number; goods_grosze: Grosze }
type Size = Pick<Selectable<Database['products']>, 'kind' | 'volume_ml'> & { brand_name: string }

/** Figures that are being read. Reading takes long, so simultaneous callers share one result. */
const underWay = new WeakMap<Kysely<Database>, Map<string, Promise<SalesFigures>>>()
export type SalesFigures = Awaited<ReturnType<typeof readAnew>>

/**
 * Money by day, week or month of the Polish calendar, with the same number of earlier periods; by product and brand;
 * and the stock. Each movement of money belongs to the period in which it happened, so that past periods never change.
 * Pieces are those of orders that were placed in the time shown and count now.
 */
export function readSalesFigures(db: Kysely<Database>, unit: FigureUnit, now: Date): Promise<SalesFigures> {
  const reads = underWay.get(db) ?? new Map<string, Promise<SalesFigures>>()
  underWay.set(db, reads)
  const reading = reads.get(unit) ?? readAnew(db, unit, now).finally(() => reads.delete(unit))
  reads.set(unit, reading)
  return reading
}

async function readAnew(db: Kysely<Database>, unit: FigureUnit, now: Date) {
  const shown = FIGURE_PERIODS[unit]
  const today = readWarsawClock(now).day
  const period = (periods: number) =>
    sql`(date_trunc(${sql.lit(unit)}, ${today}::timestamp) - ${periods} * ${STEPS[unit]})`
  const [periods, { running_out: runningOut, ...sold }, stock] = await Promise.all([
    sumPeriods(db, unit, { first: period(2 * shown - 1), last: period(0) }),
    sumProducts(db, period(shown - 1), today),
    sumStock(db),
  ])
  return {
    unit,
    periods: periods.slice(shown),
    /** The money of all periods shown, and of as many before them. */
    now: addUp(periods.slice(shown)),
    before: addUp(periods.slice(0, shown)),
    ...sold,
    stock: { ...stock, running_out: runningOut },
  }
}

/** Each period is read by itself, through the indexes of the moments. */
async function sumPeriods(
  db: Kysely<Database>,
  unit: FigureUnit,
  { first, last }: { first: RawBuilder<unknown>; last: RawBuilder<unknown> },
) {
  const { rows } = await sql<SalesSums & { start: string }>`
    select to_char(calendar.period, 'YYYY-MM-DD') as start, parcels.checkouts + paid as checkouts, orders, sold_grosze,
      on_delivery_grosze, elsewhere_grosze, undone_grosze, returned_grosze as refunded_grosze
    from generate_series(${first}, ${last}, ${STEPS[unit]}) as calendar (period)
    cross join lateral (
      select ${dayBegins(sql`calendar.period`)} as first, ${dayBegins(sql`(calendar.period + ${STEPS[unit]})`)} as next
    ) as span
    cross join lateral (
      select ${MONEY_SUMS}, (count(*) filter (where cause = 'paid'))::int as paid
      from money_movements where moment >= span.first and moment < span.next
    ) as money
    cross join lateral (
      select count(*)::int as checkouts from checkouts
      where payment <> 'prepaid' and created_at >= span.first and created_at < span.next
    ) as parcels
    order by calendar.period`.execute(db)
  return rows
}

/** For items as i of orders: what is left of their price without VAT and their purchase cost; null: the cost is unknown. */
const MARGIN = sql`case when i.purchase_cost_grosze is not null then
  round((i.quantity * i.unit_price_grosze - i.discount_grosze) * 100.0
    / (100 + case (select delivery_vat_rate from checkouts where id = orders.checkout_id)
        when 'zw' then 0 else i.vat_rate::int end))
  - i.quantity * i.purchase_cost_grosze end`

/**
 * Products and brands with the highest sales since the day `first`, and products that sell out soonest at the pace of
 * the last 30 days, today included. Only orders that are sold now count. One pass reads all, because there may be many.
 */
async function sumProducts(db: Kysely<Database>, first: RawBuilder<unknown>, today: Day) {
  const paceBegins = dayBegins(addDays(today, 1 - PACE_DAYS))
  type Sums = {
    /** `margin_grosze`: null where the purchase cost of a sold piece is unknown. */
    products: (Sold & Size & { margin_grosze: Grosze | null })[]
    brands: Sold[]
    /** What is left of prices without VAT and purchase cost, of the pieces whose cost is known. */
    margin: { grosze: Grosze; pieces: number; unknown_pieces: number }
    /** `days_left`: at the pace of the last 30 days; null without sales. */
    running_out: (Size & {
      id: string
      name: string
      stock_quantity: number
      sold_30_days: number
      days_left: number | null
    })[]
  }
  const { rows } = await sql<Sums>`
    with product as materialized (
      select i.product_id,
        sum(i.quantity) filter (where orders.created_at >= ${dayBegins(first)}) as pieces,
        sum(i.quantity * i.unit_price_grosze - i.discount_grosze) filter (where orders.created_at >= ${dayBegins(first)}) as goods,
        sum(${MARGIN}) filter (where orders.created_at >= ${dayBegins(first)}) as margin,
        sum(i.quantity) filter (where orders.created_at >= ${dayBegins(first)} and i.purchase_cost_grosze is null) as unknown,
        (sum(i.quantity) filter (where orders.created_at >= ${paceBegins}))::int as recent
      from orders join order_items i on i.order_id = orders.id
      where orders.created_at >= least(${dayBegins(first)}, ${paceBegins}) and ${IS_SOLD}
      group by i.product_id
    ), best as (
      select p.name, p.kind, p.volume_ml, b.name as brand_name, pieces::int, goods::float8 as goods_grosze,
        case when unknown is null then margin::float8 end as margin_grosze
      from product join products p on p.id = product.product_id join brands b on b.id = p.brand_id
      where pieces > 0 order by goods desc, p.name, b.name limit ${LISTED}
    ), best_brands as (
      select b.name, sum(pieces)::int as pieces, sum(goods)::float8 as goods_grosze
      from product join products p on p.id = product.product_id join brands b on b.id = p.brand_id
      where pieces > 0 group by b.id, b.name order by sum(goods) desc, b.name limit ${LISTED}
    ), ending as (
      select p.id, p.name, p.kind, p.volume_ml, b.name as brand_name, p.stock_quantity, coalesce(recent, 0) as sold_30_days,
        floor(p.stock_quantity * 30.0 / nullif(recent, 0))::int as days_left
      from products p join brands b on b.id = p.brand_id left join product on product.product_id = p.id
      where p.active and p.stock_quantity > 0
        and (p.stock_quantity < ${FEW_PIECES} or p.stock_quantity * 30.0 / nullif(recent, 0) <= ${FEW_DAYS})
      order by days_left nulls last, p.stock_quantity, p.name, p.id limit ${LISTED}
    )
    select
      (select json_build_object('grosze', coalesce(sum(margin), 0)::float8,
        'pieces', coalesce(sum(pieces) - sum(coalesce(unknown, 0)), 0)::int,
        'unknown_pieces', coalesce(sum(unknown), 0)::int) from product) as margin,
      (select coalesce(json_agg(best order by goods_grosze desc, name, brand_name), '[]') from best) as products,
      (select coalesce(json_agg(best_brands order by goods_grosze desc, name), '[]') from best_brands) as brands,
      (select coalesce(json_agg(ending order by days_left nulls last, stock_quantity, name, id), '[]') from ending)
        as running_out`.execute(db)
  return rows[0] ?? { products: [], brands: [], margin: { grosze: 0, pieces: 0, unknown_pieces: 0 }, running_out: [] }
}

function addUp(periods: readonly SalesSums[]): SalesSums {
  const sum = (field: keyof SalesSums) => periods.reduce((total, period) => total + period[field], 0)
  return {
    checkouts: sum('checkouts'),
    orders: sum('orders'),
    sold_grosze: sum('sold_grosze'),
    on_delivery_grosze: sum('on_delivery_grosze'),
    elsewhere_grosze: sum('elsewhere_grosze'),
    undone_grosze: sum('undone_grosze'),
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

/** Money since midnight in Warsaw, and the parcels of the orders placed. */
export type Today = MoneySums & { parcels: number }

export async function readToday(db: Kysely<Database>, now: Date): Promise<Today> {
  const midnight = dayBegins(readWarsawClock(now).day)
  const { rows } = await sql<Today>`
    select ${MONEY_SUMS}, (count(*) filter (where cause = 'paid'))::int + (
      select count(*)::int from checkouts where payment <> 'prepaid' and created_at >= ${midnight}) as parcels
    from money_movements where moment >= ${midnight}`.execute(db)
  const [today] = rows
  if (!today) throw new Error('nothing was summed')
  return today
}
