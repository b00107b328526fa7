import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Nobody can have this address: the domain is reserved (RFC 2606), the part before it is the id of the account. */
const addressOf = (userId: string) => `${userId}@deleted.invalid`

/** What belongs to an account alone and goes with it. Its orders and checkouts are stored as long as the law demands. */
const OWN_ROWS = [
  'sessions',
  'identities',
  'account_links',
  'two_factors',
  'idempotency_keys',
  'held_orders',
  'reviews',
] as const

/**
 * Removes an account with everything that leads into it. An account with orders stays as a row without a name, an address or
 * any way in; one without orders is gone. Answers which. The address is free again.
 */
export async function removeAccount(trx: Transaction<Database>, userId: string): Promise<{ ordersStored: boolean }> {
  // Locked against an order that is just being placed.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const { ordersStored } = await trx
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(selectFrom('checkouts').select('id').where('user_id', '=', userId)).as('ordersStored'),
    )
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
  if (!ordersStored) {
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    return { ordersStored: false }
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
  return { ordersStored: true }
}
