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

/**
 * The password that an account is signed in to with, as it is stored. `settled`: waits for whoever is just changing it.
 */
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

/** A session as it is stored; whether it is over is for the caller to see. */
export type StoredSession = {
  id: string
  user: SignedInUser
  expiresAt: Date
  lastSeenAt: Date
  token: string
  /** The token before, which may open the session still. */
  previousToken: string | null
  previousTokenUntil: Date | null
  /** When its user last gave a password or a code in it, or came by a link or Google. */
  provenAt: Date | null
}

/** The session that has this token, or had it before the present one. */
export async function findSessionByToken(db: Kysely<Database>, token: string): Promise<StoredSession | null> {
  // Read with every call of somebody who is signed in: written out, since the query builder takes longer than the database.
  const { rows } = await sql<Omit<SignedInUser, 'id'> & Omit<StoredSession, 'user'> & { userId: string }>`
    select sessions.id, sessions.expires_at as "expiresAt", last_seen_at as "lastSeenAt", token,
      previous_token as "previousToken", previous_token_until as "previousTokenUntil", proven_at as "provenAt",
      users.id as "userId", email, role, first_name, last_name
    from sessions join users on users.id = sessions.user_id where token = ${token} or previous_token = ${token}`.execute(
    db,
  )
  const [found] = rows
  if (!found) return null
  const { userId, email, role, first_name, last_name, ...session } = found
  return { ...session, user: { id: userId, email, role, first_name, last_name } }
}

/** The e-mail of the account that this challenge of a second factor is about, until it is over. */
export async function findChallengedEmail({ db, now }: NowDatabase, challenge: string): Promise<string | null> {
  const stored = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', challenge)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  // Attempts to sign in by Google are stored there, too.
  const userId = z.uuid().safeParse(stored?.value)
  if (!userId.success) return null
  const user = await db.selectFrom('users').select('email').where('id', '=', userId.data).executeTakeFirst()
  return user?.email ?? null
}

/** Where a user is signed in, newest first. */
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

/** What an account is opened by, and whether its address is proven. */
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

/** Whether the address of an account is proven by a link that was mailed to it. */
export async function isEmailVerified(db: Kysely<Database>, userId: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirst()
  return user?.email_verified ?? false
}
