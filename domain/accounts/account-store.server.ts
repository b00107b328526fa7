import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Role } from './account.ts'

/**
 * Inserts the owner with a password in one transaction, unless somebody has the address: then nothing changes
 * and the role of that account is answered. Several processes may try at once; one inserts.
 */
export function insertAdmin(
  db: Kysely<Database>,
  owner: { email: string; passwordHash: string },
): Promise<{ inserted: true } | { inserted: false; role: Role }> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .insertInto('users')
      .values({ email: owner.email, role: 'admin', image: null, first_name: null, last_name: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) {
      const taken = await trx
        .selectFrom('users')
        .select('role')
        .where('email', '=', owner.email)
        .executeTakeFirstOrThrow()
      return { inserted: false, role: taken.role }
    }
    await trx
      .insertInto('identities')
      .values({ user_id: user.id, account_id: user.id, provider_id: 'credential', password: owner.passwordHash })
      .execute()
    return { inserted: true }
  })
}

/** Replaces the owner's password and ends all sessions; false, and nothing changed, when the address is not the owner's. */
export function replaceAdminPassword(
  db: Kysely<Database>,
  owner: { email: string; passwordHash: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', owner.email)
      .where('role', '=', 'admin')
      .executeTakeFirst()
    if (!user) return false
    await trx
      .updateTable('identities')
      .set({ password: owner.passwordHash })
      .where('user_id', '=', user.id)
      .where('provider_id', '=', 'credential')
      .execute()
    await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    return true
  })
}

/** The role of the account with this address, null without one. */
export async function findRole(db: Kysely<Database>, email: string): Promise<Role | null> {
  const user = await db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst()
  return user?.role ?? null
}
