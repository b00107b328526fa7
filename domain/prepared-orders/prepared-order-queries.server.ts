import { type Kysely, sql } from 'kysely'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { listMailedProducts } from '#domain/checkout/held-order-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { LinkTokens } from '#domain/kernel/link-tokens.ts'
import { MOST_PREPARED, PREPARED_ORDER_PAGE, type PreparedItem, type PreparedPlace } from './prepared-order.ts'

const prepared = (db: Kysely<Database>) =>
  db
    .selectFrom('prepared_orders')
    .select(['id', 'expires_at', 'ended_as', 'email', 'items', 'held', 'place', 'code'])
    .$castTo<{
      id: string
      expires_at: Date
      ended_as: 'ordered' | 'expired' | 'withdrawn' | null
      email: string | null
      items: PreparedItem[]
      held: PreparedItem[]
      place: PreparedPlace | null
      code: string | null
    }>()

export type StoredPreparedOrder = NonNullable<Awaited<ReturnType<typeof findPreparedOrder>>>

export const findPreparedOrder = (db: Kysely<Database>, id: string) =>
  prepared(db).where('id', '=', id).executeTakeFirst()

/** Those whose time is over and whose pieces are still held. */
export async function listOverdue(db: Kysely<Database>, now: Date): Promise<string[]> {
  const open = db.selectFrom('prepared_orders').select('id').where('ended_at', 'is', null)
  return (await open.where('expires_at', '<=', now).execute()).map(({ id }) => id)
}

/** The pieces that prepared orders hold, by products; none once they have ended. */
export async function findHeldPieces(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, number>> {
  const pieces = new Map<string, number>()
  if (ids.length === 0) return pieces
  const open = prepared(db).where('ended_at', 'is', null)
  for (const { held } of await open.where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()) {
    for (const { product_id, quantity } of held) pieces.set(product_id, (pieces.get(product_id) ?? 0) + quantity)
  }
  return pieces
}

export const createPreparedLink = (
  { linkTokens, shopUrl }: { linkTokens: LinkTokens; shopUrl: string },
  id: string,
): string => `${shopUrl}${PREPARED_ORDER_PAGE}#${linkTokens.create('prepared-order', id)}`

/** Those that wait, and the newest that ended, newest first. */
export async function listPreparedOrders(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('prepared_orders')
    .select(['id', 'created_at', 'expires_at', 'ended_at', 'ended_as', 'email', 'code'])
    .select(sql<PreparedPlace | null>`place`.as('place'))
    .select(
      sql<(Parameters<typeof nameSized>[0] & { quantity: number })[]>`(
        select json_agg(json_build_object('name', ${sql.ref('products.name')}, 'kind', products.kind,
          'volume_ml', products.volume_ml, 'quantity', (item ->> 'quantity')::int) order by position)
        from jsonb_array_elements(items) with ordinality as listed (item, position)
        join products on products.id = (item ->> 'product_id')::uuid)`.as('pieces'),
    )
    .select(
      sql<{ id: string; number: string }[] | null>`(
        select json_agg(json_build_object('id', id, 'number', number) order by id) from orders
        where orders.checkout_id = prepared_orders.checkout_id)`.as('orders'),
    )
    .orderBy(sql`ended_at is not null`)
    .orderBy('created_at', 'desc')
    .limit(2 * MOST_PREPARED)
    .execute()
  return rows.map(({ pieces, ...row }) => ({
    ...row,
    pieces: pieces.map(({ quantity, ...product }) => ({ name: nameSized(product), quantity })),
  }))
}

/** What the mail with the link says. */
export async function findMailedPreparedOrder(db: Kysely<Database>, id: string) {
  const order = await findPreparedOrder(db, id)
  if (!order) throw new Error(`there is no prepared order ${id}`)
  const products = await listMailedProducts(
    db,
    order.items.map(({ product_id }) => product_id),
  )
  const items = order.items.flatMap(({ product_id, quantity }) =>
    products.filter((product) => product.productId === product_id).map((product) => ({ ...product, quantity })),
  )
  return { id, isOpen: order.ended_as === null, expiresAt: order.expires_at, items }
}
