import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { INVITED_ROLES } from './account.ts'

/**
 * Ends every access to an account that needs no password, except one session: sessions, second-factor challenges, known
 * devices and tickets. Returns how many sessions ended.
 */
export async function endAllAccess(
  trx: Transaction<Database>,
  userId: string,
  { except, moment }: { except: string | null; moment: Date },
): Promise<number> {
  const sessions = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (others) => others.where('id', '!=', except))
    .returning('id')
    .execute()
  await endPendingAccess(trx, userId, moment)
  return sessions.length
}

/** Ends what could still open a session of an account without its present password: challenges, devices and tickets. */
export async function endPendingAccess(trx: Transaction<Database>, userId: string, moment: Date): Promise<void> {
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
  await trx
    .updateTable('login_tickets')
    .set({ used_at: moment })
    .where('used_at', 'is', null)
    .where('order_id', 'in', (orders) => orders.selectFrom('orders').select('id').where('user_id', '=', userId))
    .execute()
}

/** The providers of the identities that open an account. The password's provider is 'credential'. */
export async function findIdentities(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const identities = await trx.selectFrom('identities').select('provider_id').where('user_id', '=', userId).execute()
  return identities.map(({ provider_id }) => provider_id)
}

export async function hasSecondFactor(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const { two_factor_enabled } = await trx
    .selectFrom('users')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return two_factor_enabled
}

/** Sets the password of an account, with or without an earlier one. */
export async function replacePassword(trx: Transaction<Database>, userId: string, passwordHash: string): Promise<void> {
  const replaced = await trx
    .updateTable('identities')
    .set({ password: passwordHash })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .returning('id')
    .executeTakeFirst()
  if (!replaced) await insertPassword(trx, userId, passwordHash)
}

/** Sets the first password of an account. Returns false when it already has one. */
export async function insertPassword(
  trx: Transaction<Database>,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const identity = { user_id: userId, account_id: userId, provider_id: 'credential', password: passwordHash }
  const inserted = await trx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['provider_id', 'account_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Removes the linked identities of an account and, unless it is kept, its password. They may belong to a person who
 * does not own the address.
 */
export async function deleteIdentities(
  trx: Transaction<Database>,
  userId: string,
  { keepsPassword }: { keepsPassword: boolean },
): Promise<void> {
  let ways = trx.deleteFrom('identities').where('user_id', '=', userId)
  if (keepsPassword) ways = ways.where('provider_id', '!=', 'credential')
  await ways.execute()
}

/** Records that the address is proven. Returns the address and whether this is new. */
export async function markEmailVerified(
  trx: Transaction<Database>,
  userId: string,
): Promise<{ email: string; isNew: boolean }> {
  const { rows } = await sql<{ email: string; isNew: boolean }>`
    update users set email_verified = true
    from (select id, email_verified from users where id = ${userId} for no key update) as before
    where users.id = before.id
    returning users.email, not before.email_verified as "isNew"`.execute(trx)
  const [proven] = rows
  if (!proven) throw new Error('an account was deleted while its address was being proven')
  return proven
}

/**
 * Uses up the ticket of this payment session and this cookie, once its order is paid. Of several calls at once one
 * succeeds. Returns the owner of the order; null for an invited person, whose account opens by a password alone.
 */
export async function consumeTicket(
  trx: Transaction<Database>,
  { tokenHash, cookieHash, moment }: { tokenHash: string; cookieHash: string; moment: Date },
): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    update login_tickets set used_at = ${moment} from orders join users on users.id = orders.user_id
    where users.role <> all(${INVITED_ROLES}::text[]) and token_hash = ${tokenHash} and cookie_hash = ${cookieHash} and used_at is null and expires_at > ${moment}
      and orders.id = login_tickets.order_id and orders.status in ('paid', 'completed')
    returning orders.user_id`.execute(trx)
  return rows[0]?.user_id ?? null
}

/** The owner of the paid order of a payment session. Undefined also when its ticket has already signed somebody in. */
export function findPaidOrder(trx: Transaction<Database>, sessionId: string) {
  return trx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'orders.user_id', 'users.email', 'users.role'])
    .where('payments.provider_session_id', '=', sessionId)
    .where('payments.status', '=', 'paid')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('login_tickets')
            .select('order_id')
            .whereRef('login_tickets.order_id', '=', 'orders.id')
            .where('used_at', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()
}

/** Whether the order of a payment session was placed without an account. */
export async function isPaidByGuest(db: Kysely<Database>, sessionId: string): Promise<boolean> {
  const guest = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('guests', 'guests.user_id', 'orders.user_id')
    .select('guests.user_id')
    .where('payments.provider_session_id', '=', sessionId)
    .executeTakeFirst()
  return guest !== undefined
}
