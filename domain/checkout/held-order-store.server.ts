import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { HeldRequest } from './held-order.ts'

type NewHeldOrder = Omit<Insertable<Database['held_orders']>, 'request'> & { request: HeldRequest }

/** Stores a held order. Undefined when one is already stored under this key. */
export async function insertHeldOrder(
  trx: Transaction<Database>,
  { request, ...row }: NewHeldOrder,
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('held_orders')
    .values({ ...row, request: JSON.stringify(request) })
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function markHeldOrderConfirmed(db: Kysely<Database>, id: string, moment: Date): Promise<void> {
  await db.updateTable('held_orders').set({ confirmed_at: moment }).where('id', '=', id).execute()
}

/** Stores the amounts that the buyer of a held order has accepted since, so that repeats send the same ones. */
export async function storeAcceptedAmounts(
  db: Kysely<Database>,
  id: string,
  { request, totalGrosze }: { request: HeldRequest; totalGrosze: number },
): Promise<void> {
  await db
    .updateTable('held_orders')
    .set({ request: JSON.stringify(request), total_grosze: totalGrosze })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}
