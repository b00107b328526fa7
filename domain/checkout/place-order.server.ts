import type { SignedInUser } from '#domain/accounts/account.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import { toOutboxRow } from '#domain/email/queue-mail.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/idempotency/idempotent.server.ts'
import type { Grosze } from '#domain/money.ts'
import { drawOrderIds } from '#domain/orders/order.ts'
import { findPaymentEnd } from '#domain/payments/payment.ts'
import type { PaymentProvider } from '#domain/payments/payment-provider.ts'
import { limitAttempts, type TooManyAttempts } from '#domain/rate-limits/limit-attempts.server.ts'
import type { LimitedAction } from '#domain/rate-limits/rate-limits.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { readWarsawClock } from '#domain/shipping/calendar-day.ts'
import { isSaleStopped, tellHoliday } from '#domain/shipping/delivery-date.ts'
import type { LockerDirectory, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import {
  type DeliveryMethod,
  isOffered,
  type ShippingChoice,
  toShippingMethod,
} from '#domain/shipping/shipping-method.ts'
import { toEventRow } from '#domain/status-store.server.ts'
import type { Busy } from '#domain/transaction.server.ts'
import { isUuid } from '#domain/wire-schema.ts'
import {
  type InvalidLines,
  type OrderLine,
  type OrderRefusal,
  type PlacedCheckout,
  placedCheckoutSchema,
} from './checkout.ts'
import { buildOrders, type Destination } from './checkout-orders.ts'
import { type CheckoutFacts, readCheckoutFacts } from './checkout-queries.server.ts'
import { type CheckoutRows, writeCheckout } from './checkout-store.server.ts'
import { checkHoldings } from './order-limits.ts'
import { groupIntoOrders, mergeLines, type PricedOrder, priceOrder } from './pricing.ts'

/** Whoever takes the money of an order that is paid ahead. */
type PaymentTaker =
  | { payment: 'cash_on_delivery'; provider: null }
  | { payment: 'prepaid'; provider: Pick<PaymentProvider, 'name' | 'mode'> }

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
}

type LockerFailure = { reason: 'locker_closed' } | { reason: 'locker_unavailable' }
type WorkFailure =
  | OrderRefusal
  | TooManyAttempts
  | LockerFailure
  | { reason: 'shipping_method_not_offered' }
  | { reason: 'shipping_costs_missing' }

export type OrderFailure = WorkFailure | InvalidLines | IdempotencyConflict | Busy

export type OrderServices = Pick<Services, 'db' | 'lockers' | 'now' | 'limitFactor' | 'profile'>

/**
 * Places a checkout: its orders, all or nothing. Paid on delivery each product is an order of its own, with its shipment
 * and one confirmation mail for all; paid ahead all products are one order with an open attempt to pay, which is shipped
 * and confirmed once it is paid, and holds its pieces until then.
 * Guarantees: what is charged is what the buyer saw; stock never goes below zero; a repeat under the same key answers
 * as the first did, also while the first is still running; a refusal leaves nothing behind; mail, shipments and events
 * exist exactly when the orders do. Orders belong to the signed-in user and carry the account's e-mail. Attempts are
 * limited per account and per network; a repeat of a checkout that stands is none.
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
  return idempotent<CheckoutFacts, Destination, PlacedCheckout, WorkFailure>(call, {
    read: () => readCheckoutFacts(services.db, call, productIds),
    async prepare({ holdings }) {
      if (!isOffered(request)) return fail({ reason: 'shipping_method_not_offered' })
      const actions: LimitedAction[] = ['order']
      if (holdings && request.payment === 'prepaid') actions.push('unproven_payment')
      const counted = await limitAttempts(services, actions, { account: user.id, clientAddress: request.clientAddress })
      return counted.ok ? findDestination(services.lockers, request.recipient) : counted
    },
    async work(facts, destination) {
      const { day } = readWarsawClock(services.now())
      const stopped = isSaleStopped(facts, day) ? tellHoliday(facts, day) : null
      if (stopped !== null) return fail({ reason: 'sale_stopped', sentence: stopped })
      const priced = checkOrder(order, facts, services.limitFactor)
      if (!priced.ok) return priced
      const { rows, placed } = composeCheckout(services, user, { ...order, ...priced.value, destination })
      const names = user.first_name || user.last_name ? null : order.recipient
      const premises = { lines: priced.value.priced, checkoutsPlaced: facts.holdings?.placed ?? null }
      const written = await writeCheckout(services.db, { use: call, answer: placed }, premises, rows, names)
      return written ? ok(placed) : null
    },
  })
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

/** The rows of a checkout under ids drawn for it, and what is answered about it. */
function composeCheckout(
  { profile, now }: OrderServices,
  user: SignedInUser,
  order: PaymentTaker & { delivery: DeliveryMethod } & PricedOrder & { destination: Destination },
): { rows: CheckoutRows; placed: PlacedCheckout } {
  const { priced, shippingGrosze, payment, destination, provider } = order
  const groups = groupIntoOrders(payment, priced, shippingGrosze)
  const itemsGrosze = groups.reduce((sum, group) => sum + group.itemsGrosze, 0)
  const checkoutId = crypto.randomUUID()
  const orderIds = drawOrderIds(groups.length)
  const firstPayment = provider && {
    provider: provider.name,
    mode: provider.mode,
    expires_at: findPaymentEnd(now()),
  }
  const rows: CheckoutRows = {
    checkout: {
      id: checkoutId,
      user_id: user.id,
      payment,
      shipping_method: toShippingMethod(order),
      items_grosze: itemsGrosze,
      shipping_grosze: shippingGrosze,
      terms_version: profile.effectiveDate,
      terms_accepted_at: now(),
    },
    ...buildOrders({ checkoutId, orderIds, user, choice: order, destination, payment: firstPayment }, groups),
    events: orderIds.flatMap((orderId) => firstEvents(orderId, user.id, order).map(toEventRow)),
    mail: null,
  }
  if (payment === 'cash_on_delivery') {
    const key = `order-confirmation:${checkoutId}`
    rows.mail = toOutboxRow({ key, to: user.email, template: 'order-confirmation', ids: { checkoutId } })
  }
  return { rows, placed: { checkoutId, orderIds, totalGrosze: itemsGrosze + shippingGrosze } }
}

/** With what an order begins. */
function firstEvents(orderId: string, userId: string, { payment }: ShippingChoice) {
  const begun = { orderId, from: null, reason: null }
  const placed = { ...begun, subject: 'order', to: 'pending', actor: 'customer', actorId: userId } as const
  if (payment === 'prepaid') return [placed, { ...placed, subject: 'payment', to: 'open' } as const]
  const shipped = { ...begun, subject: 'shipment', to: 'created', actor: 'system' } as const
  return [placed, shipped]
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
