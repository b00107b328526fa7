import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Stores the contract of a checkout. A contract that is already stored stays. */
export async function insertContract(db: Kysely<Database>, checkoutId: string, pdf: Buffer): Promise<void> {
  await db
    .insertInto('contracts')
    .values({ checkout_id: checkoutId, pdf })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
