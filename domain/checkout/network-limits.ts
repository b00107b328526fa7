import {
  type Counter,
  findClientNetwork,
  findClientSite,
  findWindowStart,
  limitKey,
} from '#domain/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/**
 * What accounts with unproven addresses may order together without a confirmation (table unproven_account_limits), and what
 * their orders hold that nobody has paid for or sent yet.
 */
export type NetworkHoldings = {
  /** An hour. */
  parcels: { network: number; all: number }
  /** Per cent of a product's counted stock. */
  stockShare: { network: number; all: number }
  /** Pieces by product id: of the buyer's network, and of everybody. */
  pieces: Record<string, { network: number; all: number }>
}

/** An IPv6 /48 is a customer of a provider, or many: it may order so many times what one of its networks may. */
const SITE_FACTOR = 2

/** So many pieces of a product a network may hold, however few there are. */
const LEAST_PIECES = 2

/** The network whose holdings are added up: an IPv4 address or the /48 around an IPv6 address. */
export function findOrderingNetwork(clientAddress: string): string {
  return findClientSite(clientAddress) ?? findClientNetwork(clientAddress)
}

/** Under what a parcel is counted: its buyer's network, the /48 around it, and everybody. */
export function listParcelCounters(
  { parcels }: Pick<NetworkHoldings, 'parcels'>,
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
 * For each line the least stock its product may have left when the order is written, null where stock is not counted: with
 * less, others have taken pieces since the holdings were read, and together they could hold more than their share. Fails where
 * they would in any case.
 */
export function checkStockShares(
  { stockShare, pieces }: Pick<NetworkHoldings, 'stockShare' | 'pieces'>,
  ordered: readonly { product: { id: string; stock_quantity: number | null }; quantity: number }[],
  limitFactor: number,
): Result<(number | null)[], { reason: 'confirmation_needed' }> {
  const leastStock: (number | null)[] = []
  for (const { product, quantity } of ordered) {
    if (product.stock_quantity === null) {
      leastStock.push(null)
      continue
    }
    const held = pieces[product.id] ?? { network: 0, all: 0 }
    const stock = product.stock_quantity + held.all
    const most = (share: number) => Math.max(LEAST_PIECES, Math.ceil((stock * share) / 100)) * limitFactor
    const room = Math.min(most(stockShare.network) - held.network, most(stockShare.all) - held.all) - quantity
    if (room < 0) return fail({ reason: 'confirmation_needed' })
    leastStock.push(Math.max(0, product.stock_quantity - room))
  }
  return ok(leastStock)
}
