import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** The newest comparison. Undefined: there was none yet. */
export function findLastComparison(db: Kysely<Database>) {
  return selectComparisons(db).orderBy('day', 'desc').limit(1).executeTakeFirst()
}

/** The comparison of a day, for its mail. Rejects when there is none. */
export function findMailedComparison(db: Kysely<Database>, day: string) {
  return selectComparisons(db).where('day', '=', day).executeTakeFirstOrThrow()
}

const selectComparisons = (db: Kysely<Database>) =>
  db.selectFrom('book_comparisons').select(['day', 'compared_at', 'orders', 'grosze', 'differences'])
