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

/**
 * One version of an order and its shipment: another one once either has changed. Whoever acts on an order or a parcel
 * names the version that was on the screen. The query has `orders`, and `shipments` where there is one.
 */
export const STATE_VERSION: RawBuilder<string> = sql<string>`
  ${rowVersion('orders.updated_at')} || '.' || coalesce(${rowVersion('shipments.updated_at')}, '')`

/**
 * Whether a state is the one that was seen. A caller that names no version is held to what the act itself demands of
 * the state.
 */
export function isAsSeen({ version }: { version: string }, seen: string | undefined): boolean {
  return seen === undefined || seen === version
}
