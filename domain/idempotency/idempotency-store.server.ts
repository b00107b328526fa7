import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** What a key was used for: a repeat has the same operation and the same hash. */
export type KeyUse = { userId: string; key: string; operation: string; requestHash: string }

export type StoredKey = { operation: string; request_hash: string; answer: unknown }

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
 * Takes the key for this transaction; false when it is taken already. A repeat that arrives meanwhile waits here until
 * this transaction ends: after a commit it finds the answer, after a rollback the key is its own.
 */
export async function claimKey(trx: Transaction<Database>, use: KeyUse): Promise<boolean> {
  const row = await trx
    .insertInto('idempotency_keys')
    .values({ user_id: use.userId, key: use.key, operation: use.operation, request_hash: use.requestHash })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

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
