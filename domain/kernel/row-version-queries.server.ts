import { type RawBuilder, sql } from 'kysely'

/**
 * The version of a row as a form takes it along: microseconds of its `updated_at`, which a Date would cut. Whoever saves
 * sends it back, and only the row that was seen is changed.
 */
export function rowVersion(updatedAt: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(updatedAt)}) * 1000000)::bigint::text`
}

/** Whether a row is still the one that was seen. */
export function isRowVersion(updatedAt: string, version: string): RawBuilder<boolean> {
  return sql<boolean>`(extract(epoch from ${sql.ref(updatedAt)}) * 1000000)::bigint::text = ${version}`
}
