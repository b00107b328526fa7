import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { CurrentSession, PasswordAccount, SignedInUser } from './account.ts'

export async function accountExists(db: Kysely<Database>, email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user !== undefined
}

type NowDatabase = { db: Kysely<Database>; now(): Date }

/** The password that an account is signed in to with, as it is stored. */
export async function findPasswordAccount(
  db: Kysely<Database>,
  by: { email: string } | { userId: string },
): Promise<PasswordAccount | null> {
  const account = await db
    .selectFrom('users')
    .innerJoin('identities', 'identities.user_id', 'users.id')
    .select(['users.id', 'identities.password'])
    .where('identities.provider_id', '=', 'credential')
    .where((where) => ('email' in by ? where('users.email', '=', by.email) : where('users.id', '=', by.userId)))
    .executeTakeFirst()
  return account?.password ? { userId: account.id, passwordHash: account.password } : null
}

/** The session that a token opens, and its user; whether it is over is for the caller to see. */
export async function findSessionByToken(
  db: Kysely<Database>,
  token: string,
): Promise<Omit<CurrentSession, 'cookies'> | null> {
  // Read with every call of somebody who is signed in: written out, since the query builder takes longer than the database.
  const { rows } = await sql<Omit<SignedInUser, 'id'> & { id: string; expires_at: Date; user_id: string }>`
    select sessions.id, sessions.expires_at, users.id as user_id, email, role, first_name, last_name
    from sessions join users on users.id = sessions.user_id where token = ${token}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { id, expires_at: expiresAt, user_id, ...user } = found
  return { id, expiresAt, user: { id: user_id, ...user } }
}

/** The e-mail of the account that this challenge of a second factor is about, until it is over. */
export async function findChallengedEmail({ db, now }: NowDatabase, challenge: string): Promise<string | null> {
  const challenged = await db
    .selectFrom('verifications')
    .innerJoin('users', (join) =>
      join.on(({ eb, cast, ref }) => eb('users.id', '=', cast<string>(ref('verifications.value'), 'uuid'))),
    )
    .select('users.email')
    .where('verifications.identifier', '=', challenge)
    .where('verifications.expires_at', '>', now())
    .executeTakeFirst()
  return challenged?.email ?? null
}

/** Where a user is signed in, newest first. */
export function listOpenSessions({ db, now }: NowDatabase, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}
