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

/**
 * What was sold by day, week or month as Poland's calendar has them, beside as many periods before; by product and brand; and
 * what lies in stock. Orders stand in the period they were placed in, with what was given back of them since.
 */
export async function readSalesFigures(db: Kysely<Database>, unit: FigureUnit, now: Date): Promise<SalesFigures> {
  const shown = FIGURE_PERIODS[unit]
  const period = (periods: number) =>
    sql`(date_trunc(${sql.lit(unit)}, ${now}::timestamptz at time zone ${WARSAW}) - ${periods} * ${STEPS[unit]})`
  const since = (periods: number) => sql`${period(periods)} at time zone ${WARSAW}`
  const [periods, products, brands, stock, runningOut] = await Promise.all([
    sumPeriods(db, unit, since(2 * shown - 1), period(2 * shown - 1), period(0)),
    listSold(db, since(shown - 1), sql`p.name, b.name as brand_name`, sql`p.id, p.name, b.name`),
    listSold(db, since(shown - 1), sql`b.name, b.name as brand_name`, sql`b.id, b.name`),
    sumStock(db),
    listRunningOut(db, now),
  ])
  return {
    unit,
    periods: periods.slice(shown),
    now: addUp(periods.slice(shown)),
    before: addUp(periods.slice(0, shown)),
    products,
    brands: brands.map(({ brand_name: _, ...brand }) => brand),
    stock: { ...stock, running_out: runningOut },
  }
}

async function sumPeriods(
  db: Kysely<Database>,
  unit: FigureUnit,
  since: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
) {
  const { rows } = await sql<SalesSums & { start: string }>`
    with sold as materialized (
      select orders.id, orders.checkout_id, orders.payment, orders.items_grosze, orders.shipping_grosze, orders.total_grosze,
        date_trunc(${sql.lit(unit)}, orders.created_at at time zone ${WARSAW}) as period
      from orders where orders.created_at >= ${since} and ${IS_SOLD}
    ), pieces as (
      select period, sum(quantity)::int as pieces from sold join order_items on order_items.order_id = sold.id group by period
    ), refunded as (
      select period, sum(refunds.amount_grosze)::int as refunded from sold
      join payments on payments.order_id = sold.id join refunds on refunds.payment_id = payments.id
      where refunds.status = 'succeeded' group by period
    ), summed as (
      select period, count(distinct checkout_id)::int as checkouts, count(*)::int as orders,
        sum(items_grosze)::bigint as goods, sum(shipping_grosze)::bigint as shipping, sum(total_grosze)::bigint as total,
        coalesce(sum(total_grosze) filter (where payment = 'cash_on_delivery'), 0)::bigint as on_delivery
      from sold group by period
    )
    select to_char(period, 'YYYY-MM-DD') as start, coalesce(checkouts, 0) as checkouts, coalesce(orders, 0) as orders,
      coalesce(pieces, 0) as pieces, coalesce(goods, 0)::float8 as goods_grosze, coalesce(shipping, 0)::float8 as shipping_grosze,
      coalesce(total, 0)::float8 as total_grosze, coalesce(on_delivery, 0)::float8 as on_delivery_grosze,
      coalesce(refunded, 0) as refunded_grosze
    from generate_series(${first}, ${last}, ${STEPS[unit]}) as calendar (period)
    left join summed using (period) left join pieces using (period) left join refunded using (period)
    order by period`.execute(db)
  return rows
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

type Sold = { name: string; brand_name: string; pieces: number; goods_grosze: number }

async function listSold(
  db: Kysely<Database>,
  since: RawBuilder<unknown>,
  names: RawBuilder<unknown>,
  groups: RawBuilder<unknown>,
): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select ${names}, sum(i.quantity)::int as pieces, sum(i.quantity * i.unit_price_grosze)::float8 as goods_grosze
    from orders join order_items i on i.order_id = orders.id join products p on p.id = i.product_id join brands b on b.id = p.brand_id
    where orders.created_at >= ${since} and ${IS_SOLD}
    group by ${groups} order by goods_grosze desc, 1 limit ${LISTED}`.execute(db)
  return rows
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
