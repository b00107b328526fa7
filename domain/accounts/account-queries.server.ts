import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

export async function accountExists(db: Kysely<Database>, email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user !== undefined
}

type NowDatabase = { db: Kysely<Database>; now(): Date }

/** Whether this account has a session that was opened from this network and is not over. */
export async function isSignedInFrom({ db, now }: NowDatabase, email: string, network: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', email)
    .where('sessions.ip_address', '=', network)
    .where('sessions.expires_at', '>', now())
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
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
