import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { AccountLinkPurpose, LinkPurpose } from '#domain/kernel/link-tokens.ts'
import type { Role } from './account.ts'

type NewLink = { purpose: LinkPurpose; email: string; userId?: string; orderId?: string; expiresAt: Date }

/**
 * Inserts a link that is still to be mailed. Returns its id, or undefined when a link was already mailed for this
 * order. Without `userId` the owner of the address has not been looked up yet.
 */
export async function insertLink(trx: Transaction<Database>, link: NewLink): Promise<string | undefined> {
  const { purpose, email, userId = null, orderId = null, expiresAt } = link
  const inserted = await trx
    .insertInto('account_links')
    .values({ purpose, email, user_id: userId, order_id: orderId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/**
 * Locks a requested link that has not been processed. Returns undefined when it is gone or already belongs to an
 * account.
 */
export function lockRequestedLink(trx: Transaction<Database>, linkId: string) {
  return trx
    .selectFrom('account_links')
    .select(['purpose', 'email'])
    .where('id', '=', linkId)
    .where('user_id', 'is', null)
    .$narrowType<{ purpose: AccountLinkPurpose }>()
    .forUpdate()
    .executeTakeFirst()
}

/** The account with this address. It is locked, so that its links are made one after another. */
export function lockAccountOf(
  trx: Transaction<Database>,
  email: string,
): Promise<{ id: string; role: Role } | undefined> {
  return trx.selectFrom('users').select(['id', 'role']).where('email', '=', email).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Whether the same kind of link was requested later. The database compares the times, because a Date drops
 * microseconds.
 */
export async function isReplacedAlready(trx: Transaction<Database>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_links as own join account_links as newer using (email, purpose)
    where own.id = ${linkId} and (newer.created_at, newer.id) > (own.created_at, own.id) limit 1`.execute(trx)
  return rows.length > 0
}

export async function deleteLink(trx: Transaction<Database>, linkId: string): Promise<void> {
  await trx.deleteFrom('account_links').where('id', '=', linkId).execute()
}

/** Assigns a requested link to the account. From now on it can be used. */
export async function addressLink(
  trx: Transaction<Database>,
  linkId: string,
  { userId, expiresAt }: { userId: string; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('account_links')
    .set({ user_id: userId, expires_at: expiresAt })
    .where('id', '=', linkId)
    .execute()
}

/** Ends the usable links of an account, of one purpose or of all, except one. */
export async function replaceLinks(
  trx: Transaction<Database>,
  { userId, purpose, except, moment }: { userId: string; purpose?: LinkPurpose; except?: string; moment: Date },
): Promise<void> {
  let links = trx
    .updateTable('account_links')
    .set({ replaced_at: moment })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
  if (purpose !== undefined) links = links.where('purpose', '=', purpose)
  if (except !== undefined) links = links.where('id', '!=', except)
  await links.execute()
}

/**
 * Uses a link up and returns its owner. Of several calls at once one succeeds. Undefined when the link cannot be used.
 */
export function consumeLink(
  trx: Transaction<Database>,
  { id, purpose, moment }: { id: string; purpose: LinkPurpose; moment: Date },
): Promise<{ user_id: string | null } | undefined> {
  return trx
    .updateTable('account_links')
    .set({ used_at: moment })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', moment)
    .returning('user_id')
    .executeTakeFirst()
}

/** A link and its account. `has_newer`: the account was mailed a later one of its kind. */
export function findLink(db: Kysely<Database>, { id, purpose }: { id: string; purpose: LinkPurpose }) {
  return db
    .selectFrom('account_links as own')
    .innerJoin('users', 'users.id', 'own.user_id')
    .select(['users.id as userId', 'role', 'email_verified', 'used_at', 'replaced_at', 'expires_at'])
    .select(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('account_links as newer')
          .where('newer.user_id', '=', ref('own.user_id'))
          .where('newer.purpose', '=', ref('own.purpose'))
          .where('newer.created_at', '>', ref('own.created_at')),
      ).as('has_newer'),
    )
    .where('own.id', '=', id)
    .where('own.purpose', '=', purpose)
    .executeTakeFirst()
}
