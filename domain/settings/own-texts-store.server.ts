import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { OwnTexts } from './own-texts.ts'

type NewVersion = { number: number; texts: OwnTexts; changed: string[]; published_by: string }

/** Stores a version. False when there is one of that number already. */
export async function insertOwnTexts(trx: Transaction<Database>, { texts, ...version }: NewVersion): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('own_texts')
    .values({ ...version, texts: JSON.stringify(texts) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
