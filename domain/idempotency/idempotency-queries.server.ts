import { type Expression, type RawBuilder, sql } from 'kysely'

/** What a key was used for: a repeat has the same operation and the same hash. */
export type KeyUse = { userId: string; key: string; operation: string; requestHash: string }

/** The same as values or parts of a statement. */
type KeyParts = { [Part in keyof KeyUse]: string | Expression<string> }

export type StoredKey = { operation: string; request_hash: string; answer: unknown }

/** What is known of a key, as a value of the statement that reads what the use case depends on; null: it is free. */
export function knownKey({ userId, key }: Pick<KeyParts, 'userId' | 'key'>): RawBuilder<StoredKey | null> {
  return sql`(
    select json_build_object('operation', operation, 'request_hash', request_hash, 'answer', answer)
    from idempotency_keys where user_id = ${userId} and key = ${key})`
}

/**
 * Takes the key and stores its answer: a part (`with claimed as (...)`) of the statement that does the work, all of which
 * depends on `claimed` having a row. It has none where the condition does not hold, or the key is taken already: a repeat
 * that arrives meanwhile waits here until the first statement has ended. `answer` is JSON.
 */
export function claimKey(use: KeyParts, answer: string | Expression<string>, condition: RawBuilder<unknown>) {
  return sql`
    insert into idempotency_keys (user_id, key, operation, request_hash, answer)
    select ${use.userId}::uuid, ${use.key}, ${use.operation}, ${use.requestHash}, ${answer}::jsonb
    where ${condition}
    on conflict (user_id, key) do nothing
    returning key`
}
