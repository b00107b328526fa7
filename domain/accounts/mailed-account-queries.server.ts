import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The account that a mail is about. Rejects when it is gone. */
export function findMailedAccount(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** As findMailedAccount, with the ways into the account besides its password. */
export async function findSecuredAccount(db: Kysely<Database>, userId: string) {
  const account = await db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'email',
      'first_name',
      'email_verified',
      'two_factor_enabled',
      exists(
        selectFrom('identities')
          .select('id')
          .whereRef('identities.user_id', '=', 'users.id')
          .where('provider_id', '=', 'google'),
      ).as('has_google'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...account, has_google: Boolean(account.has_google) }
}

/** Until when a mailed link can be used. Rejects when it is gone. */
export function findMailedLink(db: Kysely<Database>, tokenId: string) {
  return db.selectFrom('account_links').select(['id', 'expires_at']).where('id', '=', tokenId).executeTakeFirstOrThrow()
}

/** An invitation with the role that it is for. Rejects when the person was removed. */
export function findMailedInvitation(db: Kysely<Database>, tokenId: string) {
  return db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['account_links.id', 'account_links.expires_at', 'users.role'])
    .where('account_links.id', '=', tokenId)
    .executeTakeFirstOrThrow()
}
