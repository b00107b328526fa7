import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Services } from '#domain/services.ts'
import { priceNow } from './price-queries.server.ts'

/**
 * Gives every product the price of this moment, in the order of the ids, as orders lock them. A trigger writes price,
 * price history and notifications.
 *
 * @returns the products whose price changed
 */
export async function writePricesOfNow(trx: Transaction<Database>): Promise<string[]> {
  const due = await trx
    .selectFrom('products')
    .select('id')
    .where('current_price_grosze', '<>', priceNow)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  await sql`update products set price_grosze = price_grosze where id = any(${ids}::uuid[])`.execute(trx)
  return ids
}

/**
 * Seconds until a product's reduction begins and until it ends, from the start of the transaction, as jobs count them.
 * Past moments are left out.
 */
async function listSecondsToChanges(trx: Transaction<Database>, productId: string): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from (moment at time zone 'Europe/Warsaw') - now())::float8 as seconds
    from products cross join lateral (values (reduced_from), (reduced_to)) as moments (moment)
    where id = ${productId} and moment is not null`.execute(trx)
  return rows.map(({ seconds }) => seconds).filter((seconds) => seconds > 0)
}

/** Schedules jobs that change the price of a product in the seconds in which its reduction begins and ends. */
export async function awaitPriceChanges(
  { trx, jobs }: Pick<Services, 'jobs'> & { trx: Transaction<Database> },
  productId: string,
): Promise<void> {
  for (const afterSeconds of await listSecondsToChanges(trx, productId)) {
    await jobs.enqueue(trx, 'change-prices', {}, { afterSeconds })
  }
}
