import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { INVITED_ROLES, type InvitedRole } from './account.ts'

/** The people whom the admin has invited, in the order of their invitations. */
export async function listPeople({ db, now }: { db: Kysely<Database>; now(): Date }) {
  const rows = await db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'users.id',
      'users.email',
      sql<InvitedRole>`users.role`.as('role'),
      'users.created_at',
      exists(selectFrom('identities').select('id').whereRef('identities.user_id', '=', 'users.id')).as('accepted'),
      selectFrom('account_links')
        .whereRef('account_links.user_id', '=', 'users.id')
        .where('purpose', '=', 'invitation')
        .where('used_at', 'is', null)
        .where('replaced_at', 'is', null)
        .where('expires_at', '>', now())
        .select(sql<Date | null>`max(expires_at)`.as('until'))
        .as('link_until'),
      selectFrom('audit_events')
        .whereRef('audit_events.user_id', '=', 'users.id')
        .where('action', '=', 'person.signed_in')
        .select(sql<Date | null>`max(created_at)`.as('at'))
        .as('last_sign_in_at'),
    ])
    .where('role', 'in', INVITED_ROLES)
    .where('deleted_at', 'is', null)
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute()
  return rows.map(({ id, email, role, created_at, accepted, link_until, last_sign_in_at }) => ({
    id,
    email,
    role,
    invited_at: created_at.toISOString(),
    /** Has set a password. */
    accepted: Boolean(accepted),
    /** Until when the mailed link works; null: no longer. */
    link_until: link_until?.toISOString() ?? null,
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
  }))
}
export type Person = Awaited<ReturnType<typeof listPeople>>[number]
