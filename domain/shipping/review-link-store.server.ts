import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { LINK_LIFETIME_MS } from '#domain/kernel/link-tokens.ts'

/**
 * Inserts the link of the mail about a delivered parcel, which opens the customer's account with this address for
 * reviews. Returns its id; null when there is no such account. The admin gets no link. Links of other parcels stay
 * valid.
 */
export async function createReviewLink(
  trx: Transaction<Database>,
  { userId, email }: { userId: string; email: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into account_links (purpose, email, user_id, expires_at)
    select 'review', email, id, now() + ${`${LINK_LIFETIME_MS.review} milliseconds`}::interval
    from users where id = ${userId} and email = ${email} and role = 'customer' and deleted_at is null
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}
