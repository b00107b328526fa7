import { type RawBuilder, sql } from 'kysely'
import { rowVersion } from './row-version-queries.server.ts'

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
