import type { SignedInUser } from '#domain/accounts/account.ts'
import {
  type InvalidItems,
  type OrderRefusal,
  type PlacedCheckout,
  placedCheckoutSchema,
  type RequestedItem,
} from '#domain/checkout/checkout.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import { findOrderingNetwork } from '#domain/checkout/network-limits.ts'
import { mergeItems, priceOrder } from '#domain/checkout/pricing.ts'
import { judgeCode } from '#domain/codes/code.ts'
import { holdGifts } from '#domain/flows/orders/gift-store.server.ts'
import { holdCode } from '#domain/flows/orders/hold-code.server.ts'
import { lockProductsInOrder } from '#domain/flows/orders/stock-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import {
  hashRequest,
  type IdempotencyConflict,
  idempotent,
  repeatAnswer,
} from '#domain/kernel/idempotency/idempotent.server.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { limitGuesses, type TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type DeliveryMethod, isOffered, toShippingMethod } from '#domain/kernel/shipping-method.ts'
import type { Busy } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { isSaleStopped, tellHoliday } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { LockerDirectory, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { insertCheckout, isNumberTaken, lockAddress, nameAccount } from './checkout-store.server.ts'
import { composeCheckout, type Destination, type PaymentTaker } from './compose-checkout.server.ts'
import { findSamplesOf, holdSamples } from './hold-samples.server.ts'
import { countPress, giveBackPress, limitNewBuyer } from './limit-new-buyer.server.ts'
import { readOrderTerms } from './order-terms-queries.server.ts'

export type OrderRequest = PaymentTaker & {
  delivery: DeliveryMethod

  /** Made by the buyer's browser once per attempt. The same key always means the same checkout. */
  idempotencyKey: string
  items: readonly RequestedItem[]
  shownShippingGrosze: Grosze
  /** As the code is stored. */
  discountCode?: string | undefined
  /** What the buyer saw the code take off the products. */
  shownDiscountGrosze?: Grosze | undefined
  /** Checked for `delivery`. */
  recipient: Recipient
  /** The IP address of the buyer, under which attempts are counted. */
  clientAddress: string
  /** The buyer opened the link mailed about this order (hold-order.server.ts). */
  confirmed?: boolean
}

export type LockerFailure = { reason: 'locker_closed' } | { reason: 'locker_unavailable' }
type WorkFailure =
  | OrderRefusal
  | TooManyAttempts
  | LockerFailure
  | { reason: 'shipping_method_not_offered' }
  | { reason: 'shipping_costs_missing' }
  /** Accounts with unproven addresses of this network hold too much. This order needs a confirmation (`holdOrder`). */
  | { reason: 'confirmation_needed' }

export type OrderFailure = WorkFailure | InvalidItems | IdempotencyConflict | Busy

export type OrderServices = Pick<Services, 'db' | 'lockers' | 'now' | 'limitFactor' | 'profile' | 'catalog'>

/**
 * Places a checkout with all of its orders, or none. Paid on delivery, each product is an order of its own with its
 * shipment, and one confirmation mail covers all. Paid ahead, all products are one order with an open payment attempt.
 * That order holds its pieces while the payment is open, and is shipped and confirmed when it is paid.
 *
 * Guarantees: the buyer is charged the amount shown. Stock never goes below zero. A repeat under the same key returns
 * the first answer, also while the first call is still running. A refusal stores nothing. Mail, shipments and events
 * exist exactly when the orders do. Orders belong to the signed-in user and carry the account's e-mail. Attempts are
 * limited per account and per network; a repeat of a placed checkout does not count. Accounts with unproven addresses
 * of one network stay within its limits, even when they order at the same moment.
 */
export async function placeOrder(
  services: OrderServices,
  user: SignedInUser,
  request: OrderRequest,
): Promise<Result<PlacedCheckout, OrderFailure>> {
  if (request.discountCode === undefined) return placeOnce(services, user, request)
  const guessed = await limitGuesses(
    services,
    { wrong: 'discount_code', right: null, account: user.id, clientAddress: request.clientAddress },
    () => placeOnce(services, user, request),
    judgeCode,
  )
  return guessed.ok ? guessed.value : guessed
}

async function placeOnce(
  services: OrderServices,
  user: SignedInUser,
  request: OrderRequest,
): Promise<Result<PlacedCheckout, OrderFailure>> {
  const { db, lockers } = services
  const merged = mergeItems(request.items)
  if (!merged.ok) return merged
  const order = { ...request, items: merged.value }
  const unknown = order.items.filter(({ productId }) => !isUuid(productId))
  if (unknown.length > 0) {
    return fail({ reason: 'product_unavailable', products: unknown.map(({ productId }) => ({ id: productId })) })
  }
  const call = {
    userId: user.id,
    key: request.idempotencyKey,
    operation: 'place-order',
    requestHash: hashRequest(identifyingContent(order)),
    answer: placedCheckoutSchema,
  }
  const facts = {
    userId: user.id,
    network: findOrderingNetwork(request.clientAddress),
    productIds: order.items.map(({ productId }) => productId),
  }
  const { day } = readWarsawClock(services.now())
  const terms = await readOrderTerms(db, { ...call, email: user.email }, day)
  if (terms.known) return repeatAnswer(call, terms.known)
  if (!isOffered(request)) return fail({ reason: 'shipping_method_not_offered' })
  if (request.payment === 'cash_on_delivery' && terms.isWithoutCashOnDelivery)
    return fail({ reason: 'cod_not_for_you' })
  const counted = await countPress(services, user, request, terms.parcelLimits)
  if (!counted.ok) return counted
  const destination = await findDestination(lockers, request.recipient)
  if (!destination.ok) return giveBackPress(db, counted.value, destination)

  const samplesOf = await findSamplesOf(services, terms.giftRule, facts.productIds)

  let isNew = false
  const placed = await whileNumberIsTaken(() =>
    idempotent<PlacedCheckout, WorkFailure>(db, call, async (trx) => {
      if (terms.isGuest) await lockAddress(trx, user.email)
      const products = await lockProductsInOrder(trx, [...facts.productIds, ...samplesOf.values()])
      const stopped = isSaleStopped(terms, day) ? tellHoliday(terms, day) : null
      if (stopped !== null) return fail({ reason: 'sale_stopped', sentence: stopped })
      if (!terms.costs) return fail({ reason: 'shipping_costs_missing' })
      const { discountCode, shownDiscountGrosze = 0 } = order
      const code =
        discountCode === undefined
          ? ok(null)
          : await holdCode(trx, discountCode, { email: user.email, now: services.now() })
      if (!code.ok) return code
      const shop = { products, hideSubstitutes: terms.hideSubstitutes, costs: terms.costs }
      const priced = priceOrder({ ...order, shownDiscountGrosze }, shop, code.value)
      if (!priced.ok) return priced
      const allowed = terms.isNewBuyer
        ? await limitNewBuyer(
            trx,
            { ...facts, ...terms, ...counted.value, ...order, ordered: priced.value.priced },
            services,
          )
        : ok({ isUnproven: false })
      if (!allowed.ok) return allowed

      const gifts = await holdGifts(trx, terms.giftRule, { shopUrl: services.profile.shopUrl, today: day })
      const clientNetwork = allowed.value.isUnproven ? facts.network : null
      const { rows, placed } = composeCheckout(services, user, {
        ...order,
        ...priced.value,
        destination: destination.value,
        clientNetwork,
        gifts,
        samples: holdSamples(samplesOf, shop),
        discountCode: code.value?.code ?? null,
        termsVersion: terms.termsVersion,
      })
      await insertCheckout(trx, rows)
      if (!user.first_name && !user.last_name) await nameAccount(trx, user.id, order.recipient)
      isNew = true
      return ok(placed)
    }),
  )
  return placed.ok && isNew ? placed : giveBackPress(db, counted.value, placed)
}

/**
 * When two orders draw the same number at once, the later one draws again. More repetitions than this indicate a
 * defect.
 */
const MOST_DRAWS = 5

async function whileNumberIsTaken<Outcome>(place: () => Promise<Outcome>): Promise<Outcome> {
  for (let draw = 1; ; draw++) {
    try {
      return await place()
    } catch (error) {
      if (!isNumberTaken(error) || draw === MOST_DRAWS) throw error
    }
  }
}

/**
 * Reads the locker from the carrier's directory. This happens before the transaction, which must not wait for a
 * network.
 */
export async function findDestination(
  lockers: LockerDirectory,
  recipient: Recipient,
): Promise<Result<Destination, LockerFailure>> {
  if (recipient.delivery.kind === 'courier') return ok({ recipient, locker: null })
  const found = await lockers.get(recipient.delivery.lockerId)
  if (!found.ok) return fail({ reason: 'locker_unavailable' })
  const locker: ParcelLocker | null = found.value
  return locker?.status === 'active' ? ok({ recipient, locker }) : fail({ reason: 'locker_closed' })
}

/** Everything that identifies a request, regardless of the order of its items. Its hash is stored with the key. */
function identifyingContent({ items, shownShippingGrosze, recipient, ...request }: OrderRequest): unknown {
  const { discountCode, shownDiscountGrosze, ...choice } = request
  const sorted = items
    .map(({ productId, quantity, shownPriceGrosze }) => [productId, quantity, shownPriceGrosze])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const { firstName, lastName, phone, delivery, company } = recipient
  return [
    toShippingMethod(choice),
    shownShippingGrosze,
    sorted,
    [firstName, lastName, phone],
    Object.entries(delivery).sort(),
    // Orders without a code or a company are hashed as by builds that knew none.
    ...(discountCode === undefined ? [] : [[discountCode, shownDiscountGrosze]]),
    ...(company === undefined ? [] : [Object.entries(company).sort()]),
  ]
}
