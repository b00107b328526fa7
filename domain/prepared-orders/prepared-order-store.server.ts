import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PreparedItem, PreparedPlace } from './prepared-order.ts'
import type { StoredPreparedOrder } from './prepared-order-queries.server.ts'

type NewPreparedOrder = Pick<Insertable<Database['prepared_orders']>, 'expires_at' | 'email' | 'code'> & {
  items: readonly PreparedItem[]
  held: readonly PreparedItem[]
  place: PreparedPlace | null
}

export async function insertPrepared(
  trx: Transaction<Database>,
  { items, held, place, ...order }: NewPreparedOrder,
): Promise<string> {
  const { id } = await trx
    .insertInto('prepared_orders')
    .values({
      ...order,
      items: JSON.stringify(items),
      held: JSON.stringify(held),
      place: place && JSON.stringify(place),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many wait for their buyers. Nobody adds one until the transaction ends. */
export async function countOpenPrepared(trx: Transaction<Database>): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('prepared_orders', 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('prepared_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks those of these prepared orders that have not ended, before their products. */
export function lockOpenPrepared(trx: Transaction<Database>, ids: readonly string[]) {
  return trx
    .selectFrom('prepared_orders')
    .select(['id', 'items', 'held'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .$castTo<Pick<StoredPreparedOrder, 'id' | 'items' | 'held'>>()
    .execute()
}

export async function markEnded(
  trx: Transaction<Database>,
  id: string,
  as: NonNullable<StoredPreparedOrder['ended_as']>,
): Promise<void> {
  await trx.updateTable('prepared_orders').set({ ended_as: as, ended_at: sql`now()` }).where('id', '=', id).execute()
}

/** Notes the checkout that came of prepared orders. */
export async function markOrdered(
  trx: Transaction<Database>,
  ids: readonly string[],
  checkoutId: string,
): Promise<void> {
  const ordered = sql<string>`any(${ids}::uuid[])`
  await trx.updateTable('prepared_orders').set({ checkout_id: checkoutId }).where('id', '=', ordered).execute()
}
