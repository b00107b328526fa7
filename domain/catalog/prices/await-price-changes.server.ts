import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Services } from '#domain/services.ts'
import { listSecondsToChanges } from './price-store.server.ts'

/** Has the price of a product changed in the second in which its reduction begins, and in that in which it ends. */
export async function awaitPriceChanges(
  { trx, jobs }: Pick<Services, 'jobs'> & { trx: Transaction<Database> },
  productId: string,
): Promise<void> {
  for (const afterSeconds of await listSecondsToChanges(trx, productId)) {
    await jobs.enqueue(trx, 'change-prices', {}, { afterSeconds })
  }
}
