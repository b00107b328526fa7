import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Lifts the common limits of new accounts, because all buyers of a test share a network and receive no parcels. */
export async function liftNetworkLimits(db: Kysely<Database>): Promise<void> {
  const known = { proven_checkouts: 500, proven_payments: 500, proven_pieces_of_product: 5000, proven_pieces: 20_000 }
  await db.updateTable('unproven_account_limits').set(known).execute()
  await setNetworkLimits(db, {
    network_parcels: 10_000,
    all_parcels: 10_000,
    network_stock_share: 100,
    network_letters: 10_000,
    all_letters: 10_000,
  })
}

type NetworkLimits = Record<
  'network_parcels' | 'all_parcels' | 'network_stock_share' | 'network_letters' | 'all_letters',
  number
>

export async function setNetworkLimits(db: Kysely<Database>, limits: Partial<NetworkLimits>): Promise<void> {
  await db.updateTable('unproven_account_limits').set(limits).execute()
}

/** The limits of a new shop. */
export const NETWORK_LIMITS: NetworkLimits = {
  network_parcels: 10,
  all_parcels: 60,
  network_stock_share: 20,
  network_letters: 20,
  all_letters: 200,
}
