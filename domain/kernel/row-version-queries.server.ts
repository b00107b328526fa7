import { type RawBuilder, sql } from 'kysely'

/**
 * The version of a row that a form takes along: microseconds of its `updated_at`, which a Date would cut off. Saving
 * sends it back, and only an unchanged row is updated.
 */
export function rowVersion(updatedAt: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(updatedAt)}) * 1000000)::bigint::text`
}

/** Whether a row still has the version that was seen. */
export function isRowVersion(updatedAt: string, version: string): RawBuilder<boolean> {
  return sql<boolean>`(extract(epoch from ${sql.ref(updatedAt)}) * 1000000)::bigint::text = ${version}`
}
