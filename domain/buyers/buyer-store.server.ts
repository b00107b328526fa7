import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { BuyerChange } from './buyer.ts'
import { personVersion } from './buyer-queries.server.ts'

/**
 * Stores the owner's note about a buyer. Cash on delivery is allowed for all addresses of the person at once, as it is
 * refused. False when something noted about the person has changed since it was seen.
 */
export async function storeBuyer(
  trx: Transaction<Database>,
  { email, version, note, cash_on_delivery }: BuyerChange,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('buyers ' || person_of(${email}), 0))`.execute(trx)
  const { rows } = await sql<{ version: string | null }>`select ${personVersion(email)} as version`.execute(trx)
  if (rows[0]?.version !== version) return false
  await trx
    .insertInto('buyers')
    .values({ email, note, cash_on_delivery })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ note, cash_on_delivery }))
    .execute()
  if (!cash_on_delivery) return true
  await trx
    .updateTable('buyers')
    .set({ cash_on_delivery })
    .where(sql<boolean>`person_of(email) = person_of(${email})`)
    .where('cash_on_delivery', '=', false)
    .execute()
  return true
}
