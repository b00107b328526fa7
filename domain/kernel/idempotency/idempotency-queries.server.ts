import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** What a key was used for: a repeat has the same operation and the same hash. */
export type KeyUse = { userId: string; key: string; operation: string; requestHash: string }

export type StoredKey = { operation: string; request_hash: string; answer: unknown }

/** What is known of a key; none where it is free. */
export function selectKey(db: Kysely<Database>, { userId, key }: Pick<KeyUse, 'userId' | 'key'>) {
  return db
    .selectFrom('idempotency_keys')
    .select(['operation', 'request_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
}

export function findKey(db: Kysely<Database>, use: Pick<KeyUse, 'userId' | 'key'>): Promise<StoredKey | undefined> {
  return selectKey(db, use).executeTakeFirst()
}
