import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { NO_MAIL_DOMAIN } from '#domain/kernel/mail.ts'
import { selectSentRecalled } from '#domain/shipping/recalled-parcel-queries.server.ts'

/** Batches of an order's item, for order_items. */
export const ITEM_BATCHES = sql<string[]>`coalesce((
  select json_agg(batch order by batch) from packed_batches
  where packed_batches.order_id = order_items.order_id and packed_batches.product_id = order_items.product_id), '[]')`

const MOST_SHOWN = 100

/**
 * Batches that were packed, the newest first; searched by a part of batch, name or code. `unreached`: orders sent with a
 * recalled one whose buyers have no address here.
 */
export async function listBatches(db: Kysely<Database>, search: string) {
  const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const unreached = selectSentRecalled(db)
    .select(['orders.id', 'orders.number'])
    .where(sql<boolean>`recalls.id = recalled.id`)
    .where('orders.email', 'like', `%@${NO_MAIL_DOMAIN}`)
    .distinct()
  const { rows } = await sql<{
    product_id: string
    name: string
    kind: 'bottle' | 'sample' | 'set'
    volume_ml: number | null
    brand_name: string
    batch: string
    orders: number
    packed_at: string
    recalled_at: string | null
    unreached: { id: string; number: string }[]
  }>`
    select products.id as product_id, products.name, products.kind, products.volume_ml, brands.name as brand_name, packed.batch,
      packed.orders, to_json(packed.noted_at) #>> '{}' as packed_at, to_json(recalled.created_at) #>> '{}' as recalled_at,
      (select coalesce(json_agg(unreached order by number), '[]') from (${unreached}) as unreached) as unreached
    from (select product_id, batch, count(*)::int as orders, max(noted_at) as noted_at from packed_batches
      group by product_id, batch) as packed
    join products on products.id = packed.product_id join brands on brands.id = products.brand_id
    left join recalls as recalled on recalled.product_id = packed.product_id and recalled.batch = packed.batch
    where ${search} = '' or packed.batch ilike ${like} or products.name ilike ${like} or products.product_code = ${search}
    order by packed.noted_at desc, packed.batch limit ${MOST_SHOWN}`.execute(db)
  return rows
}
export type ListedBatch = Awaited<ReturnType<typeof listBatches>>[number]

/** What the letter of a recall says. */
export async function findMailedRecall(
  db: Kysely<Database>,
  { recallId, checkoutId }: { recallId: string; checkoutId: string },
) {
  const { product_id, ...recall } = await db
    .selectFrom('recalls')
    .innerJoin('products', 'products.id', 'recalls.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['product_id', 'recalls.batch', 'hazard', 'products.name', 'products.kind', 'products.volume_ml'])
    .select(['products.image_key as imageKey', 'products.product_code as code', 'brands.name as brandName'])
    .where('recalls.id', '=', recallId)
    .executeTakeFirstOrThrow()
  // Also where the parcel came back since: its letter was promised.
  const orders = await db
    .selectFrom('packed_batches')
    .innerJoin('orders', 'orders.id', 'packed_batches.order_id')
    .select('orders.number')
    .where('product_id', '=', product_id)
    .where('batch', '=', recall.batch)
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.number')
    .execute()
  return { ...recall, checkoutId, numbers: orders.map(({ number }) => number) }
}
