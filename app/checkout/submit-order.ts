import { type AnswerOf, callApi, type RefusalOf } from '#app/api-client.ts'
import { readStored, writeStored } from '#app/browser-storage.ts'
import type { FieldErrors } from '#app/ui/form.tsx'
import { type CartItem, readItemPrice } from '#domain/cart/cart.ts'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import { type Grosze, groszeToZl } from '#domain/money.ts'
import { isLockerMethod, type ShippingMethod } from '#domain/shipping/shipping-method.ts'
import type { CheckoutValues } from './use-checkout-form.ts'

const PLACE_ORDER = '/api/create-cash-on-delivery-order'

export type PlacedOrder = AnswerOf<'post', typeof PLACE_ORDER>

export type OrderOutcome =
  | { kind: 'placed'; order: PlacedOrder }
  | { kind: 'sign_in_required'; message: string }
  | { kind: 'price_changed'; change: PriceChange }
  /** `left` pieces can still be had; 0: sold out, undefined: gone for good. */
  | { kind: 'short'; message: string; products: { id: string; left?: number }[] }
  | { kind: 'wrong_fields'; message: string; fields: FieldErrors }
  /** More than the account may have on its way; the message says what the buyer can do. */
  | { kind: 'limit_reached'; message: string }
  /** Nothing the buyer typed is at fault. Empty message: the dialog's own words. */
  | { kind: 'failed'; message: string }

/** Sends an order. Repeats carry the same key until one is answered, so it happens once however often this is called. */
export async function submitOrder(body: OrderBody): Promise<OrderOutcome> {
  const answer = await callApi('post', PLACE_ORDER, {
    json: body,
    headers: { 'Idempotency-Key': idempotencyKey() },
  })
  if (answer.ok) {
    endAttempt()
    return { kind: 'placed', order: answer.value }
  }
  return answer.failure.reason === 'refused' ? toOutcome(answer.failure) : { kind: 'failed', message: '' }
}

const ALREADY_PLACED =
  'Poprzednie zamówienie zostało już przyjęte. Sprawdź je w panelu klienta, zanim zamówisz ponownie.'

function toOutcome(refusal: RefusalOf<'post', typeof PLACE_ORDER>): OrderOutcome {
  const { message } = refusal
  switch (refusal.code) {
    case 'sign_in_required':
      return { kind: 'sign_in_required', message }
    case 'price_changed':
      return { kind: 'price_changed', change: refusal.details }
    case 'out_of_stock':
    case 'product_unavailable':
      return { kind: 'short', message, products: refusal.details.products }
    case 'idempotency_conflict':
      // An earlier press got through, its answer did not, and something has been changed since.
      endAttempt()
      return { kind: 'failed', message: ALREADY_PLACED }
    case 'order_limit_reached':
      return { kind: 'limit_reached', message }
    case 'invalid_request':
    case 'locker_closed':
    case 'other_account':
    case 'shipping_method_not_offered':
      return { kind: 'wrong_fields', message, fields: namedAsInForm(refusal.fields) }
    case 'body_too_large':
    case 'busy':
    case 'database_unavailable':
    case 'forbidden_origin':
    case 'internal_error':
    case 'locker_unavailable':
    case 'shipping_costs_missing':
    case 'too_many_attempts':
      return { kind: 'failed', message }
  }
  // Every code above is all this build knows; a newer server may have more.
  refusal satisfies never
  return { kind: 'failed', message }
}

/** The shop names a field by its path in the body, 'customerData.phone'; the form by its own name. */
function namedAsInForm(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(/^customerData\./, ''), message]),
  )
}

/** What the buyer sees and agrees to: each price, the delivery cost, and so the total. */
export type ShownOrder = {
  items: readonly { id: string; name: string; brand_name: string; quantity: number; priceGrosze: Grosze }[]
  shippingGrosze: Grosze
}

export type Buyer = { email: string; values: CheckoutValues; method: ShippingMethod }

export function toOrderItems(cart: readonly CartItem[]): ShownOrder['items'] {
  return cart.map((item) => ({
    id: item.id,
    name: item.name,
    brand_name: item.brand_name,
    quantity: item.quantity,
    priceGrosze: readItemPrice(item),
  }))
}

/** The same order at the figures the shop has just named. */
export function applyNewPrices(order: ShownOrder, change: PriceChange): ShownOrder {
  const prices = new Map(change.items.map((item) => [item.id, item.newPriceGrosze]))
  return {
    items: order.items.map((item) => ({ ...item, priceGrosze: prices.get(item.id.toLowerCase()) ?? item.priceGrosze })),
    shippingGrosze: change.shipping.newGrosze,
  }
}

/** All items of a cart in one call. */
export function buildCartOrderBody(order: ShownOrder, buyer: Buyer) {
  const items = order.items.map(({ id, name, priceGrosze, quantity }) => ({
    id,
    name,
    price: groszeToZl(priceGrosze),
    quantity,
  }))
  return { items, customerData: customerData(buyer), shippingCost: groszeToZl(order.shippingGrosze) }
}

/** One product, as the product dialog orders it. */
export function buildProductOrderBody(order: ShownOrder, buyer: Buyer) {
  const [item] = order.items
  if (!item) throw new RangeError('an order without a product')
  const { id, name, brand_name, quantity, priceGrosze } = item
  return {
    productId: id,
    productData: { name, price: groszeToZl(priceGrosze), brand_name, quantity },
    customerData: customerData(buyer),
    shippingCost: groszeToZl(order.shippingGrosze),
  }
}

export type OrderBody = ReturnType<typeof buildCartOrderBody> | ReturnType<typeof buildProductOrderBody>

/** Only what the method needs: an address typed for another method stays in the browser. */
function customerData({ email, values, method }: Buyer) {
  const { firstName, lastName, phone, street, houseNumber, city, postalCode, receiverEmail, selectedLocker } = values
  const person = { email, firstName, lastName, phone, shippingMethod: method }
  return isLockerMethod(method)
    ? { ...person, selectedLocker: selectedLocker?.inpost_id, receiverEmail }
    : { ...person, street, houseNumber, city, postalCode }
}

/**
 * The key of this tab's attempt to order: the same until the shop has said what became of it, so that a repeat after a
 * lost answer, a reload or a double click is the same order. Also when the form was changed in between: whether the
 * first one got through is unknown, and the shop refuses instead of sending a second parcel.
 */
function idempotencyKey(): string {
  const stored = readStored('order_attempt')
  if (stored !== null && /^[\da-f]{32}$/.test(stored)) return stored
  const key = randomKey()
  writeStored('order_attempt', key)
  return key
}

/** Once the buyer knows what became of the attempt, the next press is a new order. */
function endAttempt(): void {
  writeStored('order_attempt', null)
}

/** 128 random bits; `crypto.randomUUID` is missing where a page is opened without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
