import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { INVITED_ROLES, type InvitedRole, type Role } from './account.ts'
import { MOST_PEOPLE } from './person.ts'

/**
 * Inserts a person without a password. The address is taken from now on: nobody can register it. Returns why not where
 * an account has it, or where there are as many people as there may be.
 */
export async function insertPerson(
  trx: Transaction<Database>,
  { email, role, invitedBy }: { email: string; role: InvitedRole; invitedBy: string },
): Promise<{ id: string } | 'taken' | 'full'> {
  // Two windows count one after another.
  await trx.selectFrom('users').select('id').where('id', '=', invitedBy).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('role', 'in', INVITED_ROLES)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const person = await trx
    .insertInto('users')
    .values({ email, role, image: null, first_name: null, last_name: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!person) return 'taken'
  return count < MOST_PEOPLE ? person : 'full'
}

/** The invited person with this id, locked until the transaction ends. `accepted`: whether there is a password. */
export async function lockPerson(
  trx: Transaction<Database>,
  id: string,
): Promise<{ email: string; role: Role; accepted: boolean } | undefined> {
  const person = await trx
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('role', 'in', INVITED_ROLES)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return undefined
  const password = await trx.selectFrom('identities').select('id').where('user_id', '=', id).executeTakeFirst()
  return { ...person, accepted: password !== undefined }
}

/** Writes the address of a person into their entries of the audit, because their account is about to be removed. */
export async function signAuditEvents(trx: Transaction<Database>, userId: string, email: string): Promise<void> {
  await sql`
    update audit_events set details = details || jsonb_build_object('person', ${email}::text)
    where user_id = ${userId}`.execute(trx)
}
