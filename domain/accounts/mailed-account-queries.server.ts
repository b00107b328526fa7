import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Whose account a mail is about; rejects when it is gone. */
export function findMailedAccount(db: Kysely<Database>, userId: string) {
  return db.selectFrom('users').select(['email', 'first_name']).where('id', '=', userId).executeTakeFirstOrThrow()
}
