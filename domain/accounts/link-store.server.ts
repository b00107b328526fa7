import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Role } from './account.ts'
import type { AccountLinkPurpose, LinkPurpose } from './link-tokens.ts'

type NewLink = { purpose: LinkPurpose; email: string; userId?: string; orderId?: string; expiresAt: Date }

/**
 * Writes a link that is still to be mailed, and answers its id; undefined when one was mailed for this order. Without
 * `userId` nobody has looked yet whose the address is.
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

/** A link that was asked for and not looked at yet, locked; undefined when it is gone or somebody's already. */
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

/** Whose address it is. The account is locked, so that its links are made one after the other. */
export function lockAccountOf(
  trx: Transaction<Database>,
  email: string,
): Promise<{ id: string; role: Role } | undefined> {
  return trx.selectFrom('users').select(['id', 'role']).where('email', '=', email).forNoKeyUpdate().executeTakeFirst()
}

/** Whether a link for the same was asked for after this one. Times are compared where they are: a Date cuts them off. */
export async function isReplacedAlready(trx: Transaction<Database>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_links as own join account_links as newer using (email, purpose)
    where own.id = ${linkId} and (newer.created_at, newer.id) > (own.created_at, own.id) limit 1`.execute(trx)
  return rows.length > 0
}

export async function deleteLink(trx: Transaction<Database>, linkId: string): Promise<void> {
  await trx.deleteFrom('account_links').where('id', '=', linkId).execute()
}

/** Makes a link that was asked for the account's: from now on it opens what it is for. */
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

/** Ends the links of an account that open something still: those of one purpose, or all, but for one. */
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

/** Uses a link up: of several at once one succeeds. Answers whose it is; undefined when it opens nothing. */
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

/** What is known of a link, and of the account it is for. */
export function findLink(db: Kysely<Database>, { id, purpose }: { id: string; purpose: LinkPurpose }) {
  return db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(['users.id as userId', 'role', 'email_verified', 'used_at', 'replaced_at', 'expires_at'])
    .where('account_links.id', '=', id)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}
