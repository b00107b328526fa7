import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Role, UserNames } from './account.ts'
import type { AcceptedTerms } from './account-gateway.ts'

/**
 * Inserts the admin with a password in one transaction. When an account already has the address, nothing changes and
 * the role of that account is returned. Several processes may try at once; one inserts.
 */
export function insertAdmin(
  db: Kysely<Database>,
  admin: { email: string; passwordHash: string },
): Promise<{ inserted: true } | { inserted: false; role: Role }> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .insertInto('users')
      .values({ email: admin.email, role: 'admin', image: null, first_name: null, last_name: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) {
      const taken = await trx
        .selectFrom('users')
        .select('role')
        .where('email', '=', admin.email)
        .executeTakeFirstOrThrow()
      return { inserted: false, role: taken.role }
    }
    await trx
      .insertInto('identities')
      .values({ user_id: user.id, account_id: user.id, provider_id: 'credential', password: admin.passwordHash })
      .execute()
    return { inserted: true }
  })
}

/**
 * Replaces the admin's password and ends all sessions. Returns false and changes nothing when the address is not the
 * admin's.
 */
export function replaceAdminPassword(
  db: Kysely<Database>,
  admin: { email: string; passwordHash: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', admin.email)
      .where('role', '=', 'admin')
      .executeTakeFirst()
    if (!user) return false
    await trx
      .updateTable('identities')
      .set({ password: admin.passwordHash })
      .where('user_id', '=', user.id)
      .where('provider_id', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    return true
  })
}

/** The role of the account with this address; null when there is none. */
export async function findRole(db: Kysely<Database>, email: string): Promise<Role | null> {
  const user = await db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst()
  return user?.role ?? null
}

/** Records the accepted terms, unless the account has accepted this version before. */
export async function updateAcceptedTerms(db: Kysely<Database>, userId: string, terms: AcceptedTerms): Promise<void> {
  await db
    .updateTable('users')
    .set({ terms_version: terms.version, terms_accepted_at: terms.acceptedAt })
    .where('id', '=', userId)
    .where('terms_version', 'is distinct from', terms.version)
    .execute()
}

/** Sets the given names and keeps the others. */
export async function updateNames(db: Kysely<Database>, userId: string, names: UserNames): Promise<void> {
  if (Object.values(names).every((name) => name === undefined)) return
  await db.updateTable('users').set(names).where('id', '=', userId).execute()
}

/** Ends one session of this user. Returns false when the user has no such session. */
export async function deleteSession(db: Kysely<Database>, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends every session of this user except one. */
export async function deleteOtherSessions(db: Kysely<Database>, userId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute()
}

/** Ends the session with this present or previous token. */
export async function deleteSessionByToken(db: Kysely<Database>, token: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('token', '=', token), where('previous_token', '=', token)]))
    .execute()
}

export async function deleteSessions(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Prolongs a session under a new token. Returns false when another call has done so since it was read. */
export async function replaceToken(
  db: Kysely<Database>,
  { id, token }: { id: string; token: string },
  prolonged: { token: string; previousToken: string; expiresAt: Date; moment: Date },
): Promise<boolean> {
  const replaced = await db
    .updateTable('sessions')
    .set({
      token: prolonged.token,
      previous_token: prolonged.previousToken,
      previous_token_until: null,
      expires_at: prolonged.expiresAt,
      last_seen_at: prolonged.moment,
      updated_at: prolonged.moment,
    })
    .where('id', '=', id)
    .where('token', '=', token)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Records that the browser has used the new token. The previous one is accepted until `until`. */
export async function confirmToken(db: Kysely<Database>, sessionId: string, until: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ previous_token_until: until })
    .where('id', '=', sessionId)
    .where('previous_token', 'is not', null)
    .where('previous_token_until', 'is', null)
    .execute()
}

export async function touchSession(db: Kysely<Database>, sessionId: string, moment: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: moment }).where('id', '=', sessionId).execute()
}

export async function setProvenAt(db: Kysely<Database>, sessionId: string, moment: Date): Promise<void> {
  await db.updateTable('sessions').set({ proven_at: moment }).where('id', '=', sessionId).execute()
}

/** Ends all sessions of this user except the newest `most`. Skips rows that a simultaneous sign-in is ending. */
export async function deleteOldestSessions(db: Kysely<Database>, userId: string, most: number): Promise<void> {
  const tooMany = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
  const ended = db.selectFrom('sessions').select('id').where('id', 'in', tooMany).forUpdate().skipLocked()
  await db.deleteFrom('sessions').where('id', 'in', ended).execute()
}

/** Records the step of a used code. Returns false when this step or a later one was used before. */
export async function raiseLastStep(db: Kysely<Database>, secondFactorId: string, step: number): Promise<boolean> {
  const raised = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('id', '=', secondFactorId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return raised !== undefined
}
