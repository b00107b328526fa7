import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { ContactMessage } from './contact.ts'

/** Stores a message. Null when it was already stored under the same key. */
export async function insertContactMessage(
  db: Kysely<Database>,
  message: ContactMessage & { submission_key: string },
): Promise<string | null> {
  const row = await db
    .insertInto('contact_messages')
    .values(message)
    .onConflict((conflict) => conflict.column('submission_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks a message that is to be answered. Undefined when it does not exist. */
export function lockContactMessage(trx: Transaction<Database>, id: string) {
  return trx.selectFrom('contact_messages').select(['id', 'email']).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Stores an answer. */
export async function insertContactAnswer(
  trx: Transaction<Database>,
  row: { message_id: string; answer: string },
): Promise<string> {
  const { id } = await trx.insertInto('contact_answers').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Marks a message as done at this moment, or as waiting (null). False when it does not exist. */
export async function updateDoneAt(trx: Transaction<Database>, id: string, doneAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contact_messages')
    .set({ done_at: doneAt })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
