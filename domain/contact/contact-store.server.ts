import type { Kysely } from 'kysely'
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
