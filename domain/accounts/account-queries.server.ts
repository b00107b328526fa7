import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import type { SignedInUser } from './account.ts'
import type { PasswordAccount } from './account-gateway.ts'

export async function accountExists(db: Kysely<Database>, email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user !== undefined
}

type NowDatabase = { db: Kysely<Database>; now(): Date }

/** The stored password that signs in to an account. `settled`: waits for a transaction that is changing it. */
export async function findPasswordAccount(
  db: Kysely<Database>,
  by: { email: string } | { userId: string },
  { settled = false } = {},
): Promise<PasswordAccount | null> {
  const account = await db
    .selectFrom('users')
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .leftJoin('two_factors', (join) =>
      join.onRef('two_factors.user_id', '=', 'users.id').on('two_factors.verified', '=', true),
    )
    .select(['users.id', 'email_verified', 'identities.password', 'two_factors.id as secondFactorId'])
    .where('identities.provider_id', '=', 'credential')
    .where((where) => ('email' in by ? where('users.email', '=', by.email) : where('users.id', '=', by.userId)))
    .$if(settled, (query) => query.forShare('identities'))
    .executeTakeFirst()
  if (!account?.password) return null
  const { id: userId, password: passwordHash, secondFactorId, email_verified: emailVerified } = account
  return { userId, passwordHash, secondFactorId, emailVerified }
}

/** The second factor of an account, confirmed or not. */
export function findSecondFactor(db: Kysely<Database>, email: string) {
  return db
    .selectFrom('two_factors')
    .innerJoin('users', 'users.id', 'two_factors.user_id')
    .select(['two_factors.id', 'secret', 'verified'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** A session as it is stored. The caller checks whether it has ended. */
export type StoredSession = {
  id: string
  /** For a guest, with the address that the guest gave. */
  user: SignedInUser
  /** A buyer without an account. */
  isGuest: boolean
  expiresAt: Date
  lastSeenAt: Date
  token: string
  /** The previous token, which may still open the session. */
  previousToken: string | null
  previousTokenUntil: Date | null
  /** When the user last gave a password or a code in this session, or signed in by a link or Google. */
  provenAt: Date | null
}

/** The session with this present or previous token. */
export async function findSessionByToken(db: Kysely<Database>, token: string): Promise<StoredSession | null> {
  // Written as SQL because every call of a signed-in user runs it, and the query builder takes longer than the
  // database.
  const { rows } = await sql<Omit<SignedInUser, 'id'> & Omit<StoredSession, 'user'> & { userId: string }>`
    select sessions.id, sessions.expires_at as "expiresAt", last_seen_at as "lastSeenAt", token,
      previous_token as "previousToken", previous_token_until as "previousTokenUntil", proven_at as "provenAt",
      users.id as "userId", coalesce(guests.email, users.email) as email, role, first_name, last_name,
      guests.user_id is not null as "isGuest"
    from sessions join users on users.id = sessions.user_id left join guests on guests.user_id = users.id
    where token = ${token} or previous_token = ${token}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { userId, email, role, first_name, last_name, ...session } = found
  return { ...session, user: { id: userId, email, role, first_name, last_name } }
}

/** The e-mail of the account that this second-factor challenge belongs to, until the challenge expires. */
export async function findChallengedEmail({ db, now }: NowDatabase, challenge: string): Promise<string | null> {
  const stored = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', challenge)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  // The same table stores attempts to sign in by Google.
  const userId = z.uuid().safeParse(stored?.value)
  if (!userId.success) return null
  const user = await db.selectFrom('users').select('email').where('id', '=', userId.data).executeTakeFirst()
  return user?.email ?? null
}

/** The open sessions of a user, newest first. */
export function listOpenSessions({ db, now }: NowDatabase, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The ways into an account, and whether its address is proven. */
export async function findAccountSecurity(db: Kysely<Database>, userId: string) {
  const { email_verified, second_factor, google_linked } = await db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'email_verified',
      'two_factor_enabled as second_factor',
      exists(
        selectFrom('identities').select('id').where('user_id', '=', userId).where('provider_id', '=', 'google'),
      ).as('google_linked'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const password = await findPasswordAccount(db, { userId })
  return { email_verified, second_factor, google_linked: Boolean(google_linked), has_password: password !== null }
}

/** Whether signing in to the admin's account needs a second factor. */
export async function isAdminProtected(db: Kysely<Database>, adminEmail: string): Promise<boolean> {
  const admin = db.selectFrom('users').select('id').where('email', '=', adminEmail).where('role', '=', 'admin')
  return (await admin.where('two_factor_enabled', '=', true).executeTakeFirst()) !== undefined
}

/** Whether the address of an account is proven. */
export async function isEmailVerified(db: Kysely<Database>, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirst()
  return user?.email_verified ?? false
}

/** The buyer of a checkout who has no account; `hasAccount`: somebody has one under the same address. */
export async function findGuestOf(
  db: Kysely<Database>,
  checkoutId: string,
): Promise<{ email: string; hasAccount: boolean } | null> {
  const guest = await db
    .selectFrom('checkouts')
    .innerJoin('guests', 'guests.user_id', 'checkouts.user_id')
    .select(({ exists, selectFrom }) => [
      'guests.email',
      exists(selectFrom('users').select('id').whereRef('users.email', '=', 'guests.email')).as('hasAccount'),
    ])
    .where('checkouts.id', '=', checkoutId)
    .executeTakeFirst()
  return guest ? { email: guest.email, hasAccount: Boolean(guest.hasAccount) } : null
}
