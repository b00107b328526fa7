import type { Transaction } from 'kysely'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import {
  checkStockShares,
  findOrderingNetwork,
  listParcelCounters,
  type ParcelLimits,
} from '#domain/checkout/network-limits.ts'
import { checkHoldings, type OrderLimitReached } from '#domain/checkout/order-limits.ts'
import { readNewBuyerHoldings } from '#domain/checkout/order-limits-queries.server.ts'
import type { PricedOrder } from '#domain/checkout/pricing.ts'
import { judgeCode } from '#domain/codes/code.ts'
import type { Database } from '#domain/database.ts'
import type { PaymentMethod } from '#domain/kernel/order-words/shipping-method.ts'
import {
  countUnlessFull,
  type LimitServices,
  type TooManyAttempts,
  tooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { giveBackAttempt } from '#domain/kernel/rate-limits/rate-limit-store.server.ts'
import { type Counter, type LimitedAction, listCounters } from '#domain/kernel/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

type OrderAttempt = {
  userId: string
  payment: PaymentMethod
  discountCode?: string | undefined
  clientAddress: string
  /** The buyer opened the link mailed about this order. */
  confirmed?: boolean
  /** Null: the address is proven, or a parcel was received. */
  parcelLimits: ParcelLimits | null
}

type CountedAttempt = {
  /** Accounts with unproven addresses have reached the limit of parcels an hour of their network. */
  exceedsNetworkLimit: boolean
  /** Counters that count only if the order is placed. */
  parcels: readonly Counter[]
  /** Counters that count only if its code was guessed wrongly. */
  guesses: readonly Counter[]
}

/** Counts an attempt, the guess of its code, and the parcel of a buyer with an unproven address. */
export async function countOrderAttempt(
  { db, now, limitFactor }: LimitServices,
  { userId, payment, discountCode, confirmed, clientAddress, parcelLimits }: OrderAttempt,
): Promise<Result<CountedAttempt, TooManyAttempts>> {
  const parcels = confirmed ? null : parcelLimits
  const limits = { moment: now(), limitFactor }
  const list = (action: LimitedAction) => listCounters(action, { account: userId, clientAddress }, limits)
  const guesses = discountCode === undefined ? [] : list('discount_code')
  const attempts = [...guesses, ...list('order')]
  const payments = parcels && payment === 'prepaid' ? list('unproven_payment') : []
  const ofParcels = parcels ? listParcelCounters(parcels, clientAddress, limits) : { ordinary: [], inWave: [] }
  for (const counters of [ofParcels.ordinary, ofParcels.inWave]) {
    const full = await countUnlessFull(db, [...attempts, ...payments, ...counters])
    if (full === null) return ok({ exceedsNetworkLimit: false, parcels: [...payments, ...counters], guesses })
    if (!counters.includes(full)) return tooManyAttempts(full, limits.moment)
    // The last counter is that of the wave. The limits of networks always apply.
    if (full !== counters.at(-1)) break
  }
  const full = await countUnlessFull(db, attempts)
  return full === null ? ok({ exceedsNetworkLimit: true, parcels: [], guesses }) : tooManyAttempts(full, limits.moment)
}

/**
 * Takes back what does not stay counted: the guess of a code that was not wrong, and the parcel of a call that placed
 * no order. One that waits for confirmation uses up no limit.
 */
export async function releaseOrderAttempt<Outcome extends Result<unknown, { reason: string }>>(
  db: LimitServices['db'],
  { parcels, guesses }: CountedAttempt,
  { isPlaced, outcome }: { isPlaced: boolean; outcome: Outcome },
): Promise<Outcome> {
  const released = [...(judgeCode(outcome) === 'wrong' ? [] : guesses), ...(isPlaced && outcome.ok ? [] : parcels)]
  if (released.length > 0) await giveBackAttempt(db, released)
  return outcome
}

type Wanted = Pick<OrderAttempt, 'userId' | 'payment' | 'clientAddress' | 'confirmed'> &
  Pick<CountedAttempt, 'exceedsNetworkLimit'> & {
    isNewBuyer: boolean
    isGuest: boolean
    items: readonly { productId: string }[]
    priced: PricedOrder['priced']
  }

/**
 * Whether an account that never received a parcel may place this order as well. Call it once its products are locked.
 * `clientNetwork`: the buyer's network, under which the order counts because the address is unproven, too.
 */
export async function limitNewBuyer(
  trx: Transaction<Database>,
  wanted: Wanted,
  { limitFactor }: Pick<LimitServices, 'limitFactor'>,
): Promise<Result<{ clientNetwork: string | null }, OrderLimitReached | { reason: 'confirmation_needed' }>> {
  const { userId, confirmed = false, payment, priced } = wanted
  if (!wanted.isNewBuyer) return ok({ clientNetwork: null })
  const network = findOrderingNetwork(wanted.clientAddress)
  const asked = { userId, network, productIds: wanted.items.map(({ productId }) => productId), confirmed }
  const holdings = await readNewBuyerHoldings(trx, asked)
  if (!holdings) return ok({ clientNetwork: null })
  const ordered = priced.map(({ product, quantity }) => ({
    product: { id: product.id, name: nameSized(product) },
    quantity,
  }))
  const checked = checkHoldings(holdings, { payment, ordered }, limitFactor)
  if (!checked.ok) {
    if (!wanted.isGuest || confirmed) return checked
    // Anybody can order as a guest with another person's address. So its owner has to confirm, and is not refused.
    const own = await readNewBuyerHoldings(trx, { ...asked, alone: true })
    return own && checkHoldings(own, { payment, ordered }, limitFactor).ok
      ? fail({ reason: 'confirmation_needed' })
      : checked
  }
  if (!holdings.networks || confirmed) return ok({ clientNetwork: null })
  if (wanted.exceedsNetworkLimit) return fail({ reason: 'confirmation_needed' })
  const shared = checkStockShares(holdings.networks, priced, limitFactor)
  return shared.ok ? ok({ clientNetwork: network }) : shared
}
