import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** A message of the contact form. Rejects when it does not exist. */
export function findContactMessage(db: Kysely<Database>, messageId: string) {
  return db
    .selectFrom('contact_messages')
    .select(['name', 'phone', 'email', 'message', 'created_at'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
}

/** Whether a message was stored under this key. */
export async function isSubmitted(db: Kysely<Database>, submissionKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('submission_key', '=', submissionKey)
    .executeTakeFirst()
  return row !== undefined
}
