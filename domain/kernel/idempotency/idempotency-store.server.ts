import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { KeyUse } from './idempotency-queries.server.ts'

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
