import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { NO_MAIL_DOMAIN } from '#domain/kernel/mail.ts'
import type { Role } from './account.ts'
import type { AcceptedTerms } from './account-gateway.ts'

const GOOGLE = 'google'

/** The user whose account is linked to this Google account. */
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

/** `terms`: null where those of a marketplace apply. */
type NewCustomer = { email: string; firstName: string | null; lastName: string | null; terms: AcceptedTerms | null }

/** Inserts a customer without credentials. Returns undefined when the address is taken. */
export function insertCustomer(trx: Transaction<Database>, customer: NewCustomer): Promise<{ id: string } | undefined> {
  const { email, firstName, lastName, terms } = customer
  return trx
    .insertInto('users')
    .values({
      email,
      image: null,
      first_name: firstName,
      last_name: lastName,
      terms_version: terms?.version ?? null,
      terms_accepted_at: terms?.acceptedAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/**
 * Inserts a buyer without an account: a user that nobody can sign in to, because no credentials exist for it and its
 * address cannot exist. A new one each time, so that an address leads to no earlier order.
 */
export async function insertGuest(
  trx: Transaction<Database>,
  { email, terms }: Pick<NewCustomer, 'email' | 'terms'>,
): Promise<string> {
  const address = `${crypto.randomUUID()}@${NO_MAIL_DOMAIN}`
  const user = await insertCustomer(trx, { email: address, firstName: null, lastName: null, terms })
  if (!user) throw new Error('two guests drew the same address')
  await trx.insertInto('guests').values({ user_id: user.id, email }).execute()
  return user.id
}

/** Links a Google account and replaces an earlier one of this user. Returns false when another user has linked it. */
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

/** Unlinks Google from an account that also has a password. Returns false and changes nothing when it has none. */
export async function unlinkGoogle(trx: Transaction<Database>, userId: string): Promise<boolean> {
  // Waits for a transaction that is replacing or removing the password.
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
