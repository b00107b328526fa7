import type { Transaction } from 'kysely'
import type { SignedInUser } from '#domain/accounts/account.ts'
import { checkStockShares, listParcelCounters, type ParcelLimits } from '#domain/checkout/network-limits.ts'
import { checkHoldings, type OrderLimitReached } from '#domain/checkout/order-limits.ts'
import { readNewBuyerHoldings } from '#domain/checkout/order-limits-queries.server.ts'
import type { PricedOrder } from '#domain/checkout/pricing.ts'
import type { Database } from '#domain/database.ts'
import {
  countUnlessFull,
  type LimitServices,
  type TooManyAttempts,
  tooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { giveBackAttempt } from '#domain/kernel/rate-limits/rate-limit-store.server.ts'
import { type Counter, type LimitedAction, listCounters } from '#domain/kernel/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PaymentMethod } from '#domain/kernel/shipping-method.ts'

type Press = {
  payment: PaymentMethod
  clientAddress: string
  /** The buyer opened the link mailed about this order. */
  confirmed?: boolean
}

type CountedPress = {
  /** Accounts with unproven addresses have reached the limit of parcels an hour of their network. */
  isOneTooMany: boolean
  /** Counters that count only if the order is placed. */
  parcels: readonly Counter[]
}

/** Counts an attempt, and the parcel of a buyer with an unproven address. */
export async function countPress(
  { db, now, limitFactor }: LimitServices,
  user: SignedInUser,
  { payment, confirmed, clientAddress }: Press,
  parcelLimits: ParcelLimits | null,
): Promise<Result<CountedPress, TooManyAttempts>> {
  const parcels = confirmed ? null : parcelLimits
  const limits = { moment: now(), limitFactor }
  const list = (action: LimitedAction) => listCounters(action, { account: user.id, clientAddress }, limits)
  const attempts = list('order')
  const payments = parcels && payment === 'prepaid' ? list('unproven_payment') : []
  const ofParcels = parcels ? listParcelCounters(parcels, clientAddress, limits) : { ordinary: [], inWave: [] }
  for (const counters of [ofParcels.ordinary, ofParcels.inWave]) {
    const full = await countUnlessFull(db, [...attempts, ...payments, ...counters])
    if (full === null) return ok({ isOneTooMany: false, parcels: [...payments, ...counters] })
    if (!counters.includes(full)) return tooManyAttempts(full, limits.moment)
    // The last counter is that of the wave. The limits of networks always apply.
    if (full !== counters.at(-1)) break
  }
  const full = await countUnlessFull(db, attempts)
  return full === null ? ok({ isOneTooMany: true, parcels: [] }) : tooManyAttempts(full, limits.moment)
}

/** Takes back the counts of a call that placed no order: one that waits for confirmation uses up no limit. */
export async function giveBackPress<Outcome>(
  db: LimitServices['db'],
  { parcels }: CountedPress,
  outcome: Outcome,
): Promise<Outcome> {
  if (parcels.length > 0) await giveBackAttempt(db, parcels)
  return outcome
}

type Wanted = Pick<Press, 'payment' | 'confirmed'> &
  Pick<CountedPress, 'isOneTooMany'> & {
    userId: string
    network: string
    productIds: readonly string[]
    isGuest: boolean
    ordered: PricedOrder['priced']
  }

/**
 * Whether an account that never received a parcel may place this order as well. Call it once its products are locked.
 * `isUnproven`: its address is unproven, too.
 */
export async function limitNewBuyer(
  trx: Transaction<Database>,
  wanted: Wanted,
  { limitFactor }: Pick<LimitServices, 'limitFactor'>,
): Promise<Result<{ isUnproven: boolean }, OrderLimitReached | { reason: 'confirmation_needed' }>> {
  const { confirmed = false, isGuest, isOneTooMany, ordered } = wanted
  const holdings = await readNewBuyerHoldings(trx, { ...wanted, confirmed })
  if (!holdings) return ok({ isUnproven: false })
  const checked = checkHoldings(holdings, wanted, limitFactor)
  if (!checked.ok) {
    if (!isGuest || confirmed) return checked
    // Anybody can order as a guest with another person's address. So its owner has to confirm, and is not refused.
    const own = await readNewBuyerHoldings(trx, { ...wanted, confirmed, alone: true })
    return own && checkHoldings(own, wanted, limitFactor).ok ? fail({ reason: 'confirmation_needed' }) : checked
  }
  if (!holdings.networks || confirmed) return ok({ isUnproven: false })
  if (isOneTooMany) return fail({ reason: 'confirmation_needed' })
  const shared = checkStockShares(holdings.networks, ordered, limitFactor)
  return shared.ok ? ok({ isUnproven: true }) : shared
}
