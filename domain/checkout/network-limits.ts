import {
  type Counter,
  findClientNetwork,
  findClientSite,
  findWindowStart,
  limitKey,
} from '#domain/kernel/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

/**
 * What accounts with unproven addresses may order together without a confirmation (table unproven_account_limits), and
 * the pieces held by their orders that are neither paid for nor sent.
 */
export type NetworkHoldings = {
  /** Per cent of a product's counted stock. */
  stockShare: { network: number; all: number }
  /** Pieces by product id: of the buyer's network, and of all networks. */
  pieces: Record<string, { network: number; all: number }>
}

/** Parcels an hour that accounts with unproven addresses may order: of one network, and of all together. */
export type ParcelLimits = { network: number; all: number }

/** An IPv6 /48 belongs to one or many customers of a provider. It may order this many times as much as one network. */
const SITE_FACTOR = 2

/** A network may hold this many pieces of a product, however small the stock. */
const LEAST_PIECES = 2

/** The network whose holdings are added up: an IPv4 address, or the /48 of an IPv6 address. */
export function findOrderingNetwork(clientAddress: string): string {
  return findClientSite(clientAddress) ?? findClientNetwork(clientAddress)
}

/** The counters of a parcel: its buyer's network, the /48 around it, and everyone. */
export function listParcelCounters(
  parcels: ParcelLimits,
  clientAddress: string,
  { moment, limitFactor }: { moment: Date; limitFactor: number },
): Counter[] {
  const action = 'unproven_parcel'
  const windowStart = findWindowStart(action, moment)
  const counter = (key: string, most: number): Counter => ({ action, key, most: most * limitFactor, windowStart })
  const site = findClientSite(clientAddress)
  return [
    counter(limitKey(action, 'network', findClientNetwork(clientAddress)), parcels.network),
    ...(site === null ? [] : [counter(limitKey(action, 'network', site), parcels.network * SITE_FACTOR)]),
    counter(limitKey(action, 'everyone'), parcels.all),
  ]
}

/**
 * Whether accounts with unproven addresses may hold these further pieces. `stock_quantity` is the stock of the locked
 * product before the pieces are taken. Uncounted stock has no limit.
 */
export function checkStockShares(
  { stockShare, pieces }: Pick<NetworkHoldings, 'stockShare' | 'pieces'>,
  ordered: readonly { product: { id: string; stock_quantity: number | null }; quantity: number }[],
  limitFactor: number,
): Result<void, { reason: 'confirmation_needed' }> {
  for (const { product, quantity } of ordered) {
    if (product.stock_quantity === null) continue
    const held = pieces[product.id] ?? { network: 0, all: 0 }
    const stock = product.stock_quantity + held.all
    const most = (share: number) => Math.max(LEAST_PIECES, Math.ceil((stock * share) / 100)) * limitFactor
    const room = Math.min(most(stockShare.network) - held.network, most(stockShare.all) - held.all)
    if (quantity > room) return fail({ reason: 'confirmation_needed' })
  }
  return ok(undefined)
}
