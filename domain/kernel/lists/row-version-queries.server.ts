import { type RawBuilder, sql } from 'kysely'

/**
 * The version of a row that a form sends along: its `updated_at` in microseconds, which a Date would truncate. Saving
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
 * One version for an order and its shipment, which changes when either changes. A caller that acts on an order or a
 * parcel names the version that was on the screen. The query has `orders`, and `shipments` where there is one.
 */
export const STATE_VERSION: RawBuilder<string> = sql<string>`
  ${rowVersion('orders.updated_at')} || '.' || coalesce(${rowVersion('shipments.updated_at')}, '')`

/**
 * Whether a state is the one that was seen. For a caller that names no version, only the act's own conditions on the
 * state apply.
 */
export function isAsSeen({ version }: { version: string }, seen: string | undefined): boolean {
  return seen === undefined || seen === version
}
