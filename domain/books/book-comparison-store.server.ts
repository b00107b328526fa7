import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { BookComparison } from './book-comparison.ts'

/** Stores the comparison of a day in the place of an earlier one. */
export async function storeComparison(db: Kysely<Database>, found: BookComparison, at: Date): Promise<void> {
  const { day, orders, grosze } = found
  const values = { orders, grosze, differences: JSON.stringify(found.differences), compared_at: at }
  await db
    .insertInto('book_comparisons')
    .values({ day, ...values })
    .onConflict((known) => known.column('day').doUpdateSet(values))
    .execute()
}
