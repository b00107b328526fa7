import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { QueuedMail } from '#domain/kernel/mail.ts'

/** An address that cannot exist: its domain is reserved (RFC 2606) and its local part is the account's id. */
const addressOf = (userId: string) => `${userId}@deleted.invalid`

/** Tables whose rows are deleted with an account. Orders and checkouts are kept for as long as the law requires. */
const OWN_ROWS = [
  'sessions',
  'identities',
  'account_links',
  'two_factors',
  'idempotency_keys',
  'held_orders',
  'reviews',
] as const

/** Mails that are written from rows which go with the account. */
const MAILS_OF_ACCOUNT: readonly QueuedMail['template'][] = [
  'welcome',
  'invitation',
  'email-verification',
  'login-link',
  'password-reset',
  'password-changed',
  'address-proven',
  'held-order',
  'review-answered',
]

/**
 * Removes an account and every way into it. An account with orders keeps a row without name, address or credentials;
 * one without orders is deleted. Returns which of both happened. The address can be used again.
 */
export async function removeAccount(trx: Transaction<Database>, userId: string): Promise<{ orders_stored: boolean }> {
  // Waits for an order of this account that is being placed.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { orders_stored } = await trx
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(selectFrom('checkouts').select('id').where('user_id', '=', userId)).as('orders_stored'),
    )
    .executeTakeFirstOrThrow()
  await sql`delete from product_alerts using users
    where users.id = ${userId} and email_verified and product_alerts.email = users.email`.execute(trx)
  // One that has not ended holds pieces until its time.
  await sql`delete from prepared_orders using users
    where users.id = ${userId} and ended_at is not null and (
      checkout_id in (select id from checkouts where user_id = ${userId})
      or (email_verified and prepared_orders.email = users.email))`.execute(trx)
  // Without its rows such a mail could never be written, and would be tried for a day.
  await sql`delete from mail_outbox using users where users.id = ${userId} and recipient = users.email
    and template = any(${MAILS_OF_ACCOUNT}::text[]) and sent_at is null`.execute(trx)
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
  if (!orders_stored) {
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    return { orders_stored: false }
  }
  for (const table of OWN_ROWS) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx)
  }
  await sql`delete from login_tickets where order_id in (select id from orders where user_id = ${userId})`.execute(trx)
  await trx
    .updateTable('users')
    .set({
      email: addressOf(userId),
      name: '',
      first_name: null,
      last_name: null,
      image: null,
      email_verified: false,
      two_factor_enabled: false,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
  return { orders_stored: true }
}
