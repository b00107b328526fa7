import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Role } from './account.ts'
import type { AcceptedTerms } from './account-gateway.ts'

const GOOGLE = 'google'

/** Whose account an account at Google is linked to. */
export function findGoogleUser(
  db: Kysely<Database>,
  subject: string,
): Promise<{ id: string; email: string; role: Role } | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.email', 'users.role'])
    .where('provider_id', '=', GOOGLE)
    .where('account_id', '=', subject)
    .executeTakeFirst()
}

type NewCustomer = { email: string; firstName: string | null; lastName: string | null; terms: AcceptedTerms }

/** A customer without a password or anything else that opens the account yet; undefined when somebody has the address. */
export function insertCustomer(trx: Transaction<Database>, customer: NewCustomer): Promise<{ id: string } | undefined> {
  const { email, firstName, lastName, terms } = customer
  return trx
    .insertInto('users')
    .values({
      email,
      image: null,
      first_name: firstName,
      last_name: lastName,
      terms_version: terms.version,
      terms_accepted_at: terms.acceptedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Links an account at Google, in place of another one of this user; false when it is linked to somebody else. */
export async function linkGoogle(trx: Transaction<Database>, userId: string, subject: string): Promise<boolean> {
  await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider_id', '=', GOOGLE)
    .where('account_id', '!=', subject)
    .execute()
  await trx
    .insertInto('identities')
    .values({ user_id: userId, account_id: subject, provider_id: GOOGLE, password: null })
    .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doNothing())
    .execute()
  return (await findGoogleUser(trx, subject))?.id === userId
}

/** Unlinks Google from an account that a password opens, too; false, and nothing changed, without one. */
export async function unlinkGoogle(trx: Transaction<Database>, userId: string): Promise<boolean> {
  // Locked against whoever is just replacing or removing it.
  const password = await trx
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', 'is not', null)
    .forShare()
    .executeTakeFirst()
  if (!password) return false
  await trx.deleteFrom('identities').where('user_id', '=', userId).where('provider_id', '=', GOOGLE).execute()
  return true
}
