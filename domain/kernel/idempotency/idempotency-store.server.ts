import { type Kysely, sql, type Transaction } from 'kysely'
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

/**
 * Takes a key for this transaction. False when it is taken already. Locks the account, so that its calls run one after
 * another: this waits until another call has ended.
 */
export async function takeKey(trx: Transaction<Database>, { userId, key, ...use }: KeyUse): Promise<boolean> {
  const { rows } = await sql`
    with account as materialized (select id from users where id = ${userId} for no key update)
    insert into idempotency_keys (user_id, key, operation, request_hash)
    select id, ${key}, ${use.operation}, ${use.requestHash} from account
    on conflict (user_id, key) do nothing
    returning key`.execute(trx)
  return rows.length > 0
}

/** Stores the answer under a key that this transaction took. */
export async function keepAnswer(
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
