import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { FIGURE_PERIODS, type FigureUnit, type SalesFigures, type SalesSums } from './sales-figures.ts'

/** Most products that are listed. */
const LISTED = 20
/** Few pieces, or enough for so many days at the pace of the last month. */
const FEW_PIECES = 5
const FEW_DAYS = 14

const WARSAW = sql.lit('Europe/Warsaw')
const STEPS: Record<FigureUnit, RawBuilder<unknown>> = {
  day: sql`interval '1 day'`,
  week: sql`interval '1 week'`,
  month: sql`interval '1 month'`,
}

/** What was sold counts unless it was cancelled or, paid ahead, never paid. */
export const IS_SOLD = sql`(orders.status in ('paid', 'completed')
  or (orders.status = 'pending' and orders.payment = 'cash_on_delivery'))`

/** Figures that are being read at this moment: they take their time, and who asks meanwhile gets the same. */
const underWay = new WeakMap<Kysely<Database>, Map<string, Promise<SalesFigures>>>()

/**
 * What was sold by day, week or month as Poland's calendar has them, beside as many periods before; by product and brand; and
 * what lies in stock. Orders stand in the period they were placed in, with what was given back of them since.
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
  const period = (periods: number) =>
    sql`(date_trunc(${sql.lit(unit)}, ${now}::timestamptz at time zone ${WARSAW}) - ${periods} * ${STEPS[unit]})`
  const since = (periods: number) => sql`${period(periods)} at time zone ${WARSAW}`
  const [sums, sold, stock, runningOut] = await Promise.all([
    sumPeriods(db, unit, since(2 * shown - 1), period(2 * shown - 1), period(0)),
    sumItems(db, unit, since(2 * shown - 1), period(shown - 1)),
    sumStock(db),
    listRunningOut(db, now),
  ])
  const periods = sums.map((each) => ({ ...each, pieces: sold.pieces[each.start] ?? 0 }))
  return {
    unit,
    periods: periods.slice(shown),
    now: addUp(periods.slice(shown)),
    before: addUp(periods.slice(0, shown)),
    products: sold.products,
    brands: sold.brands,
    stock: { ...stock, running_out: runningOut },
  }
}

/** Orders of one checkout are placed at one moment, in the order of the index that is read here alone. */
async function sumPeriods(
  db: Kysely<Database>,
  unit: FigureUnit,
  since: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
) {
  const { rows } = await sql<Omit<SalesSums, 'pieces'> & { start: string }>`
    with checkout as (
      select orders.created_at, orders.checkout_id, count(*) as orders, sum(orders.items_grosze) as goods,
        sum(orders.shipping_grosze) as shipping, sum(orders.total_grosze) as total,
        sum(orders.total_grosze) filter (where orders.payment = 'cash_on_delivery') as on_delivery
      from orders where orders.created_at >= ${since} and ${IS_SOLD}
      group by orders.created_at, orders.checkout_id
    ), summed as (
      select date_trunc(${sql.lit(unit)}, created_at at time zone ${WARSAW}) as period, count(*)::int as checkouts,
        sum(orders)::int as orders, sum(goods) as goods, sum(shipping) as shipping, sum(total) as total,
        sum(on_delivery) as on_delivery
      from checkout group by period
    ), refunded as (
      select date_trunc(${sql.lit(unit)}, orders.created_at at time zone ${WARSAW}) as period,
        sum(refunds.amount_grosze)::int as refunded
      from refunds join payments on payments.id = refunds.payment_id join orders on orders.id = payments.order_id
      where refunds.status = 'succeeded' and orders.created_at >= ${since} and ${IS_SOLD} group by period
    )
    select to_char(period, 'YYYY-MM-DD') as start, coalesce(checkouts, 0) as checkouts, coalesce(orders, 0) as orders,
      coalesce(goods, 0)::float8 as goods_grosze, coalesce(shipping, 0)::float8 as shipping_grosze,
      coalesce(total, 0)::float8 as total_grosze, coalesce(on_delivery, 0)::float8 as on_delivery_grosze,
      coalesce(refunded, 0) as refunded_grosze
    from generate_series(${first}, ${last}, ${STEPS[unit]}) as calendar (period)
    left join summed using (period) left join refunded using (period)
    order by period`.execute(db)
  return rows
}

type Sold = { name: string; pieces: number; goods_grosze: number }
type SoldItems = {
  /** Of each period in which any were sold, by its first day. */
  pieces: Record<string, number>
  /** What brought most since the first period that is shown. */
  products: (Sold & { brand_name: string })[]
  brands: Sold[]
}

async function sumItems(
  db: Kysely<Database>,
  unit: FigureUnit,
  since: RawBuilder<unknown>,
  firstShown: RawBuilder<unknown>,
): Promise<SoldItems> {
  const { rows } = await sql<SoldItems>`
    with sold as materialized (
      select date_trunc(${sql.lit(unit)}, orders.created_at at time zone ${WARSAW}) as period, i.product_id,
        sum(i.quantity) as pieces, sum(i.quantity * i.unit_price_grosze) as goods
      from orders join order_items i on i.order_id = orders.id
      where orders.created_at >= ${since} and ${IS_SOLD}
      group by period, i.product_id
    ), product as materialized (
      select product_id, sum(pieces) as pieces, sum(goods) as goods from sold where period >= ${firstShown} group by product_id
    ), best as (
      select p.name, b.name as brand_name, pieces::int, goods::float8 as goods_grosze
      from product join products p on p.id = product.product_id join brands b on b.id = p.brand_id
      order by goods desc, p.name limit ${LISTED}
    ), best_brands as (
      select b.name, sum(pieces)::int as pieces, sum(goods)::float8 as goods_grosze
      from product join products p on p.id = product.product_id join brands b on b.id = p.brand_id
      group by b.id, b.name order by sum(goods) desc, b.name limit ${LISTED}
    )
    select
      (select coalesce(json_object_agg(start, pieces), '{}')
        from (select to_char(period, 'YYYY-MM-DD') as start, sum(pieces)::int as pieces from sold group by period) as summed) as pieces,
      (select coalesce(json_agg(best order by goods_grosze desc, name), '[]') from best) as products,
      (select coalesce(json_agg(best_brands order by goods_grosze desc, name), '[]') from best_brands) as brands`.execute(
    db,
  )
  return rows[0] ?? { pieces: {}, products: [], brands: [] }
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

/** Soonest sold out first. */
async function listRunningOut(db: Kysely<Database>, now: Date) {
  const { rows } = await sql<SalesFigures['stock']['running_out'][number]>`
    with recent as (
      select i.product_id, sum(i.quantity)::int as sold from orders join order_items i on i.order_id = orders.id
      where orders.created_at >= ${now}::timestamptz - interval '30 days' and ${IS_SOLD} group by i.product_id
    )
    select p.id, p.name, b.name as brand_name, p.stock_quantity, coalesce(sold, 0) as sold_30_days,
      floor(p.stock_quantity * 30.0 / nullif(sold, 0))::int as days_left
    from products p join brands b on b.id = p.brand_id left join recent on recent.product_id = p.id
    where p.active and p.stock_quantity > 0
      and (p.stock_quantity < ${FEW_PIECES} or p.stock_quantity * 30.0 / nullif(sold, 0) <= ${FEW_DAYS})
    order by days_left nulls last, p.stock_quantity, p.name limit ${LISTED}`.execute(db)
  return rows
}
