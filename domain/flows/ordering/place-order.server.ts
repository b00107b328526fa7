import type { Transaction } from 'kysely'
import type { SignedInUser } from '#domain/accounts/account.ts'
import {
  type InvalidItems,
  type OrderRefusal,
  type PlacedCheckout,
  placedCheckoutSchema,
  type RequestedItem,
} from '#domain/checkout/checkout.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import type { OwnOrderInTheWay } from '#domain/checkout/own-order.ts'
import { mergeItems, priceOrder } from '#domain/checkout/pricing.ts'
import type { Database } from '#domain/database.ts'
import { lockProductsInOrder } from '#domain/flows/orders/stock-store.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import {
  hashRequest,
  type IdempotencyConflict,
  idempotent,
  repeatAnswer,
} from '#domain/kernel/idempotency/idempotent.server.ts'
import { type DeliveryMethod, isOffered, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import type { TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findOwnNip } from '#domain/papers/company-form.ts'
import { lockOpenPrepared, markOrdered } from '#domain/prepared-orders/prepared-order-store.server.ts'
import type { Services } from '#domain/services.ts'
import type { LockerDirectory, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { insertCheckout, isNumberTaken, lockAddress, nameAccount } from './checkout-store.server.ts'
import { claimCode, claimGifts, claimSamples, findSamplesOf } from './claims.server.ts'
import { composeCheckout, type Destination, type PaymentTaker } from './compose-checkout.server.ts'
import { freeForOrder, freeForRefused } from './free-for-order.server.ts'
import { countOrderAttempt, limitNewBuyer, releaseOrderAttempt } from './limit-new-buyer.server.ts'
import { readOrderTerms } from './order-terms-queries.server.ts'
import { endPreparedOrder } from './prepare-order.server.ts'

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
  /** The prepared orders by whose links the buyer came: the pieces that they hold are this order's. */
  preparedOrderIds?: readonly string[] | undefined
}

export type LockerFailure = { reason: 'locker_closed' } | { reason: 'locker_unavailable' }
type WorkFailure =
  | OrderRefusal
  | TooManyAttempts
  | LockerFailure
  | { reason: 'shipping_method_not_offered' }
  | { reason: 'shipping_costs_missing' }
  /**
   * Accounts with unproven addresses of this network hold too much, or the order has a personal code and its address is
   * unproven. It needs a confirmation (`holdOrder`).
   */
  | { reason: 'confirmation_needed' }

/** The form cannot know whose NIP it is. */
type InvalidRecipient = { reason: 'invalid_recipient'; fields: Partial<Record<string, string>> }

export type OrderFailure = WorkFailure | InvalidRecipient | InvalidItems | IdempotencyConflict | OwnOrderInTheWay | Busy

export type OrderServices = Pick<
  Services,
  'db' | 'lockers' | 'now' | 'limitFactor' | 'profile' | 'catalog' | 'payments' | 'jobs'
>

/**
 * Places a checkout with all of its orders, or none. Paid on delivery, each product is an order of its own with its
 * shipment, and one confirmation mail covers all. Paid ahead, all products are one order with an open payment attempt.
 * That order holds its pieces while the payment is open, and is shipped and confirmed when it is paid.
 *
 * Guarantees: the buyer is charged the amount shown. Stock never goes below zero. A repeat under the same key returns
 * the first answer, also while the first call is still running. A refusal stores nothing. Mail, shipments and events
 * exist exactly when the orders do. Orders belong to the signed-in user and carry the account's e-mail. Attempts are
 * limited per account and per network; a repeat of a placed checkout does not count. Accounts with unproven addresses
 * of one network stay within its limits, even when they order at the same moment. Unpaid orders of the same account
 * that hold what this one needs are given up first.
 */
export async function placeOrder(
  services: OrderServices,
  user: SignedInUser,
  request: OrderRequest,
): Promise<Result<PlacedCheckout, OrderFailure>> {
  const { db, lockers, profile } = services
  const merged = mergeItems(request.items)
  if (!merged.ok) return merged
  const order = { ...request, items: merged.value, userId: user.id, email: user.email }
  const productIds = order.items.map(({ productId }) => productId)
  const unknown = productIds.filter((id) => !isUuid(id))
  if (unknown.length > 0) return fail({ reason: 'product_unavailable', products: unknown.map((id) => ({ id })) })
  const call = {
    userId: user.id,
    key: request.idempotencyKey,
    operation: 'place-order',
    requestHash: hashOrder(order),
    answer: placedCheckoutSchema,
  }
  const terms = await readOrderTerms(db, { ...call, email: user.email }, services.now())
  if (terms.known) return repeatAnswer(call, terms.known)
  const possible = checkChoice(request, terms, profile)
  if (!possible.ok) return possible
  const wanted = { ...order, ...terms }
  const counted = await countOrderAttempt(services, wanted)
  if (!counted.ok) return counted
  let isPlaced = false
  const release = <Outcome extends Result<unknown, OrderFailure>>(outcome: Outcome) =>
    releaseOrderAttempt(db, counted.value, { isPlaced, outcome })
  const destination = await findDestination(lockers, request.recipient)
  if (!destination.ok) return release(destination)

  const freed = await freeForOrder(services, user, wanted)
  if (!freed.ok) return release(freed)
  const giftRule = freed.value
  const samplesOf = await findSamplesOf(services, giftRule, order.items)
  const free = [...samplesOf.values()]
  const paidItems = order.items.filter(({ productId }) => !free.includes(productId))

  const place = () =>
    retryOnNumberClash(() =>
      idempotent<PlacedCheckout, WorkFailure>(db, call, async (trx) => {
        if (terms.isGuest) await lockAddress(trx, user.email)
        const { products, preparedIds } = await lockWanted(trx, [...productIds, ...free], request.preparedOrderIds)
        const { stopped, costs } = terms
        if (stopped !== null) return fail({ reason: 'sale_stopped', sentence: stopped })
        if (!costs) return fail({ reason: 'shipping_costs_missing' })
        const cart = { ...wanted, giftRule, samplesOf, shopUrl: profile.shopUrl, products, costs, now: services.now() }
        const code = await claimCode(trx, cart)
        if (!code.ok) return code
        const priced = priceOrder({ ...cart, items: paidItems }, cart, code.value)
        if (!priced.ok) return priced
        const allowed = await limitNewBuyer(trx, { ...cart, ...counted.value, ...priced.value }, services)
        if (!allowed.ok) return allowed
        const samples = claimSamples(cart)
        if (!samples.ok) return samples
        const gifts = await claimGifts(trx, cart)
        const { rows, placed } = composeCheckout(services, user, {
          ...cart,
          ...priced.value,
          ...allowed.value,
          destination: destination.value,
          gifts,
          samples: samples.value,
          discountCode: code.value?.code ?? null,
        })
        await insertCheckout(trx, rows)
        if (preparedIds.length > 0) await markOrdered(trx, preparedIds, placed.checkoutId)
        if (!user.first_name && !user.last_name) await nameAccount(trx, user.id, order.recipient)
        isPlaced = true
        return ok(placed)
      }),
    )
  const first = await place()
  const again = first.ok ? ok(false) : await freeForRefused(services, user, wanted, first.failure)
  if (!again.ok) return release(again)
  return release(again.value ? await place() : first)
}

/**
 * Locks products, and puts back what the buyer's prepared orders hold of them. Those that have ended, or that have other
 * products, change nothing.
 */
async function lockWanted(
  trx: Transaction<Database>,
  ids: readonly string[],
  preparedOrderIds: readonly string[] = [],
) {
  const open = preparedOrderIds.length > 0 ? await lockOpenPrepared(trx, preparedOrderIds) : []
  const held = open.flatMap((prepared) => prepared.held.map(({ product_id }) => product_id))
  const products = await lockProductsInOrder(trx, [...ids, ...held])
  const ordered = open.filter(({ items }) => items.some(({ product_id }) => ids.includes(product_id)))
  if (ordered.length === 0) return { products, preparedIds: [] }
  for (const prepared of ordered) await endPreparedOrder(trx, prepared, { as: 'ordered' })
  return { products: await lockProductsInOrder(trx, ids), preparedIds: ordered.map(({ id }) => id) }
}

/** Whether the shop offers this buyer what was chosen. */
function checkChoice(
  { recipient: { company }, ...choice }: OrderRequest,
  { isWithoutCashOnDelivery }: { isWithoutCashOnDelivery: boolean },
  { sellerNip }: Pick<Services['profile'], 'sellerNip'>,
): Result<null, WorkFailure | InvalidRecipient> {
  const own = company ? findOwnNip(company, sellerNip) : null
  if (own) return fail({ reason: 'invalid_recipient', fields: own })
  if (!isOffered(choice)) return fail({ reason: 'shipping_method_not_offered' })
  if (choice.payment === 'cash_on_delivery' && isWithoutCashOnDelivery) return fail({ reason: 'cod_not_for_you' })
  return ok(null)
}

/**
 * When two orders draw the same number at once, the later one draws again. More repetitions than this indicate a
 * defect.
 */
const MAX_DRAWS = 5

export async function retryOnNumberClash<Outcome>(place: () => Promise<Outcome>): Promise<Outcome> {
  for (let draw = 1; ; draw++) {
    try {
      return await place()
    } catch (error) {
      if (!isNumberTaken(error) || draw === MAX_DRAWS) throw error
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

/** The hash of everything that identifies a request, regardless of the order of its items. It is stored with the key. */
function hashOrder({ items, shownShippingGrosze, recipient, ...request }: OrderRequest): string {
  const { discountCode, shownDiscountGrosze, ...choice } = request
  const sorted = items
    .map(({ productId, quantity, shownPriceGrosze }) => [productId, quantity, shownPriceGrosze])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const { firstName, lastName, phone, delivery, company, ...further } = recipient
  return hashRequest([
    toShippingMethod(choice),
    shownShippingGrosze,
    sorted,
    [firstName, lastName, phone],
    Object.entries(delivery).sort(),
    // Orders without a code, a company or a further fact are hashed as by builds that knew none.
    ...(discountCode === undefined ? [] : [[discountCode, shownDiscountGrosze]]),
    ...(company === undefined ? [] : [Object.entries(company).sort()]),
    ...Object.entries(further)
      .filter(([, given]) => given !== undefined)
      .sort(),
  ])
}
