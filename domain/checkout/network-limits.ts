import { findClientNetwork, findClientSite } from '#domain/kernel/rate-limits/client-network.ts'
import { type Counter, findWindowStart, limitKey } from '#domain/kernel/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

/**
 * What accounts with unproven addresses of one network may order without a confirmation (table
 * unproven_account_limits), and the pieces held by their orders that are neither paid for nor sent.
 */
export type NetworkHoldings = {
  /** Per cent of a product's counted stock. */
  stockShare: number
  /** Pieces by product id: of the buyer's network, and of all networks, which only tells how large the stock was. */
  pieces: Record<string, { network: number; all: number }>
}

/**
 * Parcels per hour of accounts with unproven addresses: how many one network may order, and from how many all together
 * are a wave.
 */
export type ParcelLimits = { network: number; wave: number }

/** An IPv6 /48 belongs to one or many customers of a provider. It may order this many times as much as one network. */
const SITE_FACTOR = 2

/** A network may hold this many pieces of a product, however small the stock: the last bottles are for who comes first. */
const LEAST_PIECES = 4

/** The network whose holdings are added up: an IPv4 address, or the /48 of an IPv6 address. */
export function findOrderingNetwork(clientAddress: string): string {
  return findClientSite(clientAddress) ?? findClientNetwork(clientAddress)
}

/** The counters of a parcel in ordinary times, and those that apply instead during a wave. */
export type ParcelCounters = { ordinary: Counter[]; inWave: Counter[] }

/**
 * A parcel counts for its buyer's network, the /48 around it and the wave. During a wave only the first parcel of each
 * network is accepted, up to the number of parcels that makes a wave.
 */
export function listParcelCounters(
  parcels: ParcelLimits,
  clientAddress: string,
  { moment, limitFactor }: { moment: Date; limitFactor: number },
): ParcelCounters {
  const action = 'unproven_parcel'
  const windowStart = findWindowStart(action, moment)
  const counter = (key: string, most: number): Counter => ({ action, key, most: most * limitFactor, windowStart })
  const site = findClientSite(clientAddress)
  const ofNetworks = (most: number) => [
    counter(limitKey(action, 'network', findClientNetwork(clientAddress)), most),
    ...(site === null ? [] : [counter(limitKey(action, 'network', site), most * SITE_FACTOR)]),
  ]
  return {
    ordinary: [...ofNetworks(parcels.network), counter(limitKey(action, 'everyone'), parcels.wave)],
    inWave: [...ofNetworks(1), counter(limitKey(action, 'everyone', 'in a wave'), parcels.wave)],
  }
}

/**
 * Whether accounts with unproven addresses of one network may hold these further pieces. What other networks hold never
 * makes it fewer. `stock_quantity` is the stock of the locked product before the pieces are taken. Uncounted stock has
 * no limit.
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
    const most = Math.max(LEAST_PIECES, Math.ceil((stock * stockShare) / 100)) * limitFactor
    if (held.network + quantity > most) return fail({ reason: 'confirmation_needed' })
  }
  return ok(undefined)
}
