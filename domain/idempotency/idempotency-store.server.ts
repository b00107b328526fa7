import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** What a key was used for: a repeat has the same operation and the same hash. */
export type KeyUse = { userId: string; key: string; operation: string; requestHash: string }

export type StoredKey = { operation: string; request_hash: string; answer: unknown }

/** What is known of a key; undefined: it is free. */
export function findKey(
  db: Kysely<Database>,
  { userId, key }: Pick<KeyUse, 'userId' | 'key'>,
): Promise<StoredKey | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['operation', 'request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/**
 * Takes a key for this transaction; false where it is taken already. While another transaction that took it is under way this
 * waits for its end.
 */
export async function takeKey(trx: Transaction<Database>, { userId, key, ...use }: KeyUse): Promise<boolean> {
  const { numInsertedOrUpdatedRows: taken } = await trx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, operation: use.operation, request_hash: use.requestHash })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return taken === 1n
}

/** Stores what was answered under a key that this transaction took. */
export async function storeAnswer(
  trx: Transaction<Database>,
  { userId, key }: Pick<KeyUse, 'userId' | 'key'>,
  answer: unknown,
): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}
