import type { Insertable, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Stores a version. False when there is one of that number already. */
export async function insertLook(trx: Transaction<Database>, look: Insertable<Database['looks']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('looks')
    .values(look)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
