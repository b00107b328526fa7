import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Whose account a mail is about; rejects when it is gone. */
export function findMailedAccount(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Until when a mailed link opens what it is for; rejects when it is gone. */
export function findMailedLink(db: Kysely<Database>, tokenId: string) {
  return db.selectFrom('account_links').select(['id', 'expires_at']).where('id', '=', tokenId).executeTakeFirstOrThrow()
}
