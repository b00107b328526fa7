import { type Kysely, sql } from 'kysely'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { Database } from '#domain/database.ts'
import type { BookDifference } from './book-comparison.ts'

/**
 * When the ledger of a product begins to be complete: at once, or a day after the migration that opened it, because the
 * build before it ran for a while.
 */
const COMPLETE = sql`(select coalesce(max(created_at) + interval '1 day', '-infinity') from stock_movements as opening
  where opening.product_id = products.id and reason = 'opening')`

type StockDifference = Pick<BookDifference, 'kind' | 'name'> & {
  id: string
  size_kind: ProductKind
  volume_ml: number | null
}

/**
 * Products whose stock is not what their movements say, whose movements do not follow from each other, or whose stock
 * was changed without a reason. What was before the last count of a product is no difference any more.
 */
export async function listStockDifferences(db: Kysely<Database>): Promise<BookDifference[]> {
  const { rows } = await sql<StockDifference>`
    with counted as materialized (
      select product_id, max(id) as id from stock_movements where reason = 'counted' group by product_id
    ), present as materialized (
      select stock_movements.*,
        lag(coalesce(stock_after, 0)) over (partition by stock_movements.product_id order by stock_movements.id) as before
      from stock_movements left join counted on counted.product_id = stock_movements.product_id
      where counted.id is null or stock_movements.id >= counted.id
    ), last as (
      select distinct on (product_id) product_id, stock_after from present order by product_id, id desc
    ), found as (
      select 'stock_differs' as kind, products.id
      from products left join last on last.product_id = products.id
      where stock_quantity is distinct from last.stock_after
      union
      select 'movements_differ', product_id from present
      where reason <> 'counted' and coalesce(before, 0) + change <> coalesce(stock_after, 0)
      union
      select 'movement_unknown', product_id from present join products on products.id = product_id
      where reason = 'unknown' and present.created_at >= ${COMPLETE}
    )
    select found.kind, products.id, name, products.kind as size_kind, volume_ml
    from found join products on products.id = found.id order by name, products.id, found.kind`.execute(db)
  return rows.map(nameProduct)
}

/**
 * Orders placed since a moment whose pieces are not in the movements as often as they were taken and put back. Left out
 * are products that were not counted meanwhile, and those that a stocktake counted after the last event of the order.
 */
export async function listPieceDifferences(db: Kysely<Database>, since: Date): Promise<BookDifference[]> {
  const { rows } = await sql<{ id: string; number: string }>`
    with compared as materialized (
      select id, number, status, payment, created_at,
        (select coalesce(max(created_at), orders.created_at) from order_events where order_id = orders.id) as touched_at
      from orders where created_at >= ${since}
    ), expected as (
      select order_id, product_id, (quantity - restocked)::int as pieces
      from order_items join compared on compared.id = order_id where taken_from_stock and status <> 'cancelled'
      union all
      -- A marketplace took them before; what came back is put back by the order.
      select order_id, product_id, -restocked from order_items join compared on compared.id = order_id
      where payment = 'elsewhere' and not taken_from_stock
      union all
      select order_id, (taken ->> 'product_id')::uuid, (taken ->> 'quantity')::int
      from order_additions join payments on payments.id = payment_id join compared on compared.id = order_id
      cross join jsonb_array_elements(plan -> 'taken') as taken where order_additions.status = 'open'
      union all
      -- What left the stock for the order, but for pieces that are known to be lost.
      select order_id, product_id, change + lost from stock_movements join compared on compared.id = order_id
    )
    select distinct compared.id, number
    from (select order_id, product_id from expected group by order_id, product_id having sum(pieces) <> 0) as differing
    join compared on compared.id = order_id join products on products.id = product_id
    where compared.created_at >= ${COMPLETE} and not exists (
      select from stock_movements as later where later.product_id = products.id and (
        (later.stock_after is null and later.created_at >= compared.created_at)
        or (later.reason = 'counted' and later.created_at >= touched_at)))
    order by number`.execute(db)
  return rows.map(({ id, number }) => ({ kind: 'pieces_differ', order_id: id, name: number, grosze: null }))
}

/**
 * Products of which the movements hold another number of pieces for orders by phone than those that wait for their
 * buyers. Left out are products that were not counted since the first such order.
 */
export async function listHeldDifferences(db: Kysely<Database>): Promise<BookDifference[]> {
  const { rows } = await sql<StockDifference>`
    with held as (
      select product_id, -change as pieces, id from stock_movements as moved
      where reason in ('reserved', 'unreserved') and not exists (
        select from stock_movements as later
        where later.product_id = moved.product_id and later.reason = 'trial' and later.id > moved.id)
      union all
      select (piece ->> 'product_id')::uuid, -(piece ->> 'quantity')::int, null
      from prepared_orders cross join jsonb_array_elements(held) as piece where ended_at is null
    ), differing as (select product_id, min(id) as first from held group by product_id having sum(pieces) <> 0)
    select 'held_differ' as kind, products.id, name, products.kind as size_kind, volume_ml
    from differing join products on products.id = differing.product_id
    where not exists (
      select from stock_movements as later
      where later.product_id = products.id and later.stock_after is null and later.id > differing.first)
    order by name, products.id`.execute(db)
  return rows.map(nameProduct)
}

function nameProduct({ kind, id: product_id, size_kind, ...product }: StockDifference): BookDifference {
  return { kind, order_id: null, product_id, name: nameSized({ ...product, kind: size_kind }), grosze: null }
}
