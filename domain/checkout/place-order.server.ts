import type { SignedInUser } from '#domain/accounts/account.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/idempotency/idempotent.server.ts'
import type { Grosze } from '#domain/money.ts'
import { countUnlessFull, type TooManyAttempts, tooManyAttempts } from '#domain/rate-limits/limit-attempts.server.ts'
import { type LimitedAction, listCounters } from '#domain/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { readWarsawClock } from '#domain/shipping/calendar-day.ts'
import { isSaleStopped, tellHoliday } from '#domain/shipping/delivery-date.ts'
import type { LockerDirectory, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { type DeliveryMethod, isOffered, toShippingMethod } from '#domain/shipping/shipping-method.ts'
import type { Busy } from '#domain/transaction.server.ts'
import { isUuid } from '#domain/wire-schema.ts'
import {
  type InvalidLines,
  type OrderLine,
  type OrderRefusal,
  type PlacedCheckout,
  placedCheckoutSchema,
} from './checkout.ts'
import { type CheckoutFacts, readCheckoutFacts } from './checkout-queries.server.ts'
import { writeCheckout } from './checkout-store.server.ts'
import { composeCheckout, type Destination, type PaymentTaker } from './compose-checkout.server.ts'
import { checkStockShares, findOrderingNetwork, listParcelCounters } from './network-limits.ts'
import { checkHoldings } from './order-limits.ts'
import { mergeLines, type PricedOrder, priceOrder } from './pricing.ts'

export type OrderRequest = PaymentTaker & {
  delivery: DeliveryMethod

  /** Made once per attempt by the one who orders; the same key is the same checkout, for ever. */
  idempotencyKey: string
  lines: readonly OrderLine[]
  shownShippingGrosze: Grosze
  /** Checked for `delivery`. */
  recipient: Recipient
  /** The network address of the one who orders; attempts are counted under it. */
  clientAddress: string
  /** The buyer opened the link that was mailed about this order (hold-order.server.ts). */
  confirmed?: boolean
}

type LockerFailure = { reason: 'locker_closed' } | { reason: 'locker_unavailable' }
type WorkFailure =
  | OrderRefusal
  | TooManyAttempts
  | LockerFailure
  | { reason: 'shipping_method_not_offered' }
  | { reason: 'shipping_costs_missing' }
  /** Accounts with unproven addresses hold too much together: this one waits until it is confirmed (`holdOrder`). */
  | { reason: 'confirmation_needed' }

export type OrderFailure = WorkFailure | InvalidLines | IdempotencyConflict | Busy

export type OrderServices = Pick<Services, 'db' | 'lockers' | 'now' | 'limitFactor' | 'profile'>

/**
 * Places a checkout: its orders, all or nothing. Paid on delivery each product is an order of its own, with its shipment
 * and one confirmation mail for all; paid ahead all products are one order with an open attempt to pay, which is shipped
 * and confirmed once it is paid, and holds its pieces until then.
 * Guarantees: what is charged is what the buyer saw; stock never goes below zero; a repeat under the same key answers
 * as the first did, also while the first is still running; a refusal leaves nothing behind; mail, shipments and events
 * exist exactly when the orders do. Orders belong to the signed-in user and carry the account's e-mail. Attempts are
 * limited per account and per network; a repeat of a checkout that stands is none. What accounts with unproven addresses hold
 * together stays below its bounds, also when they order at the same moment.
 */
export async function placeOrder(
  services: OrderServices,
  user: SignedInUser,
  request: OrderRequest,
): Promise<Result<PlacedCheckout, OrderFailure>> {
  const merged = mergeLines(request.lines)
  if (!merged.ok) return merged
  const order = { ...request, lines: merged.value }
  const unknown = order.lines.filter(({ productId }) => !isUuid(productId))
  if (unknown.length > 0) {
    return fail({ reason: 'product_unavailable', products: unknown.map(({ productId }) => ({ id: productId })) })
  }
  const productIds = order.lines.map(({ productId }) => productId)
  const call = {
    userId: user.id,
    key: request.idempotencyKey,
    operation: 'place-order',
    requestHash: hashRequest(identifyingContent(order)),
    answer: placedCheckoutSchema,
  }
  const network = findOrderingNetwork(request.clientAddress)
  return idempotent<CheckoutFacts, Prepared, PlacedCheckout, WorkFailure>(call, {
    read: () => readCheckoutFacts(services.db, call, productIds, network),
    async prepare({ holdings }) {
      if (!isOffered(request)) return fail({ reason: 'shipping_method_not_offered' })
      const counted = await countPress(services, user, request, holdings)
      if (!counted.ok) return counted
      const destination = await findDestination(services.lockers, request.recipient)
      return destination.ok ? ok({ destination: destination.value, ...counted.value }) : destination
    },
    async work(facts, { destination, isOneTooMany }) {
      const { day } = readWarsawClock(services.now())
      const stopped = isSaleStopped(facts, day) ? tellHoliday(facts, day) : null
      if (stopped !== null) return fail({ reason: 'sale_stopped', sentence: stopped })
      const priced = checkOrder(order, facts, services.limitFactor)
      if (!priced.ok) return priced
      const networks = request.confirmed ? null : (facts.holdings?.networks ?? null)
      if (networks && isOneTooMany) return fail({ reason: 'confirmation_needed' })
      const shares = networks && checkStockShares(networks, priced.value.priced, services.limitFactor)
      if (shares?.ok === false) return shares
      const clientNetwork = networks && network
      const composed = { ...order, ...priced.value, destination, clientNetwork }
      const { rows, placed } = composeCheckout(services, user, composed)
      const names = user.first_name || user.last_name ? null : order.recipient
      const premises = {
        lines: priced.value.priced,
        checkoutsPlaced: facts.holdings?.placed ?? null,
        leastStock: shares?.value ?? null,
      }
      const written = await writeCheckout(services.db, { use: call, answer: placed }, premises, rows, names)
      return written ? ok(placed) : null
    },
  })
}

/** `isOneTooMany`: accounts with unproven addresses ordered as many parcels this hour as they may. */
type Prepared = { destination: Destination; isOneTooMany: boolean }

/** Counts a press of the button, and the parcel where its buyer's address is not proven. */
async function countPress(
  { db, now, limitFactor }: OrderServices,
  user: SignedInUser,
  { payment, confirmed, clientAddress }: OrderRequest,
  holdings: CheckoutFacts['holdings'],
): Promise<Result<{ isOneTooMany: boolean }, TooManyAttempts>> {
  const networks = confirmed ? null : (holdings?.networks ?? null)
  const limits = { moment: now(), limitFactor }
  const actions: LimitedAction[] = ['order']
  if (networks && payment === 'prepaid') actions.push('unproven_payment')
  const attempts = actions.flatMap((action) => listCounters(action, { account: user.id, clientAddress }, limits))
  const parcels = networks ? listParcelCounters(networks, clientAddress, limits) : []
  let full = await countUnlessFull(db, [...attempts, ...parcels])
  const isOneTooMany = full !== null && parcels.includes(full)
  if (isOneTooMany) full = await countUnlessFull(db, attempts)
  return full === null ? ok({ isOneTooMany }) : tooManyAttempts(full, limits.moment)
}

/** Compares what the shop asks with what the buyer saw. */
function checkOrder(
  order: OrderRequest,
  { costs, products, hideSubstitutes, holdings }: CheckoutFacts,
  limitFactor: number,
): Result<PricedOrder, OrderRefusal | { reason: 'shipping_costs_missing' }> {
  if (!costs) return fail({ reason: 'shipping_costs_missing' })
  const priced = priceOrder(order, { products, hideSubstitutes, costs })
  if (!priced.ok) return priced
  if (holdings) {
    const checked = checkHoldings(holdings, { payment: order.payment, ordered: priced.value.priced }, limitFactor)
    if (!checked.ok) return checked
  }
  return priced
}

/** The locker as its operator has it right now; asked before the transaction, which must not wait for a network. */
async function findDestination(
  lockers: LockerDirectory,
  recipient: Recipient,
): Promise<Result<Destination, LockerFailure>> {
  if (recipient.delivery.kind === 'courier') return ok({ recipient, locker: null })
  const found = await lockers.get(recipient.delivery.lockerId)
  if (!found.ok) return fail({ reason: 'locker_unavailable' })
  const locker: ParcelLocker | null = found.value
  return locker?.status === 'active' ? ok({ recipient, locker }) : fail({ reason: 'locker_closed' })
}

/**
 * Everything that makes a request this request; the order of the lines does not. Stored as a hash with the key: a change
 * here turns repeats across a deploy into conflicts, so the shape is the first release's, spaces in Polish phones included.
 */
function identifyingContent({ lines, shownShippingGrosze, recipient, ...choice }: OrderRequest): unknown {
  const sorted = lines
    .map(({ productId, quantity, shownPriceGrosze }) => [productId, quantity, shownPriceGrosze])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const { firstName, lastName, phone, delivery } = recipient
  const spacedPhone = phone.replace(/^(\+48)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
  return [
    toShippingMethod(choice),
    shownShippingGrosze,
    sorted,
    [firstName, lastName, spacedPhone],
    Object.entries(delivery).sort(),
  ]
}
