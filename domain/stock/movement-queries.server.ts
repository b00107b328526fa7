import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { MovementReason } from './movement.ts'

type ListedMovement = {
  id: string
  /** A moment. */
  at: string
  change: number
  /** Null: the stock is not counted from then on. */
  stock_after: number | null
  lost: number
  reason: MovementReason
  note: string | null
  order: { id: string; number: string } | null
  case: { id: string; number: string } | null
  /** What a stocktake found; null: it was none. */
  counted: number | null
  expected: number | null
  /** Of an invited person; null: the owner, a buyer or the shop itself. */
  person: string | null
}

/** The movements of a product's stock, newest first, also of one that was deleted. Undefined: there is no such product. */
export async function listMovements(db: Kysely<Database>, productId: string, wanted: number) {
  if (!isUuid(productId)) return undefined
  const product = await db
    .selectFrom('products')
    .select(['id', 'name', 'kind', 'volume_ml', 'stock_quantity', 'active'])
    .select(({ selectFrom, fn }) =>
      selectFrom('stock_movements')
        .select(fn.countAll<number>().as('total'))
        .where('product_id', '=', productId)
        .as('total'),
    )
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) return undefined
  const { total: counted, ...shown } = product
  const total = counted ?? 0
  const pageSize = PAGE_SIZES.stockMovements
  const page = Math.min(wanted, countPages(total, pageSize))
  const { rows: items } = await sql<ListedMovement>`
    select moved.id::text, to_json(moved.created_at) #>> '{}' as at, moved.change, moved.stock_after, moved.lost,
      moved.reason, moved.note,
      case when orders.id is not null then json_build_object('id', orders.id, 'number', orders.number) end as order,
      case when return_cases.id is not null
        then json_build_object('id', return_cases.id, 'number', return_cases.number) end as case,
      counts.counted, counts.expected, case when users.role not in ('customer', 'admin') then users.email end as person
    from stock_movements as moved
    left join orders on orders.id = moved.order_id
    left join return_cases on return_cases.id = moved.case_id
    left join stocktake_counts as counts on counts.stocktake_id = moved.stocktake_id
      and counts.product_id = moved.product_id
    left join users on users.id = moved.user_id
    where moved.product_id = ${productId}
    order by moved.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return { product: shown, items, total, page, pageSize }
}
export type MovementList = NonNullable<Awaited<ReturnType<typeof listMovements>>>
