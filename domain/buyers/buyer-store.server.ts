import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { BuyerChange } from './buyer.ts'

/** Stores the owner's note about a buyer. False when the note has changed since it was seen. */
export async function storeBuyer(
  trx: Transaction<Database>,
  { email, version, note, cash_on_delivery }: BuyerChange,
): Promise<boolean> {
  if (version === null) {
    const added = await trx
      .insertInto('buyers')
      .values({ email, note, cash_on_delivery })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('email')
      .executeTakeFirst()
    return added !== undefined
  }
  const { numUpdatedRows } = await trx
    .updateTable('buyers')
    .set({ note, cash_on_delivery })
    .where('email', '=', email)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
