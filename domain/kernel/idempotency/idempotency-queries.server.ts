import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The use of a key. A repeat has the same operation and the same hash. */
export type KeyUse = { userId: string; key: string; operation: string; requestHash: string }

export type StoredKey = { operation: string; request_hash: string; answer: unknown }

/** The stored use of a key; no row when it is free. */
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
