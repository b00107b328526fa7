import { type CartItem, readItemPrice } from '#domain/cart/cart.ts'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import { pickFacts } from '#domain/checkout/checkout-facts.ts'
import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import { isLockerMethod, type ShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import type { AppliedCode } from './discount-code.tsx'
import type { CheckoutValues } from './use-checkout-form.ts'

type ShownItem = {
  id: string
  name: string
  brand_name: string
  image_url: string | null
  quantity: number
  priceGrosze: Grosze
}

/** What the buyer sees and agrees to: each price and the delivery cost, and thereby the total. */
export type ShownOrder = {
  items: readonly ShownItem[]
  shippingGrosze: Grosze
  /** Null: none. */
  code: AppliedCode | null
}

/** The sum that the buyer agrees to. */
export const sumShown = ({ items, shippingGrosze, code }: ShownOrder): Grosze =>
  items.reduce((sum, { priceGrosze, quantity }) => sum + priceGrosze * quantity, shippingGrosze) -
  (code?.discountGrosze ?? 0)

export type Buyer = { email: string; values: CheckoutValues; method: ShippingMethod }

export function toOrderItems(cart: readonly CartItem[]): ShownOrder['items'] {
  return cart.map((item) => {
    const { id, name, brand_name, image_url, quantity } = item
    return { id, name, brand_name, image_url, quantity, priceGrosze: readItemPrice(item) }
  })
}

/** The same order with the shop's new prices. */
export function applyNewPrices(order: ShownOrder, change: PriceChange): ShownOrder {
  const prices = new Map(change.items.map((item) => [item.id, item.newPriceGrosze]))
  return {
    items: order.items.map((item) => ({ ...item, priceGrosze: prices.get(item.id.toLowerCase()) ?? item.priceGrosze })),
    shippingGrosze: change.shipping.newGrosze,
    code: order.code && { ...order.code, discountGrosze: change.discount.newGrosze },
  }
}

/** The fields of a body that carry the discount code. */
const discountOf = ({ code }: ShownOrder) =>
  code === null ? {} : { discountCode: code.code, discount: groszeToZl(code.discountGrosze) }

export function buildCartOrderBody(order: ShownOrder, buyer: Buyer) {
  const items = order.items.map(({ id, name, priceGrosze, quantity }) => ({
    id,
    name,
    price: groszeToZl(priceGrosze),
    quantity,
  }))
  const shippingCost = groszeToZl(order.shippingGrosze)
  return { items, customerData: customerData(buyer), shippingCost, ...discountOf(order) }
}

export function buildProductOrderBody(order: ShownOrder, buyer: Buyer) {
  const [item] = order.items
  if (!item) throw new RangeError('an order without a product')
  const { id, name, brand_name, quantity, priceGrosze } = item
  return {
    productId: id,
    productData: { name, price: groszeToZl(priceGrosze), brand_name, quantity },
    customerData: customerData(buyer),
    shippingCost: groszeToZl(order.shippingGrosze),
    ...discountOf(order),
  }
}

/** An order paid on delivery. */
export type CheckoutBody = ReturnType<typeof buildCartOrderBody> | ReturnType<typeof buildProductOrderBody>

/** A prepaid order of a cart or of one product. Its prices are grosze. */
export function buildPrepaidOrderBody(order: ShownOrder, { email, values, method }: Buyer) {
  return {
    items: order.items.map(({ priceGrosze, ...item }) => ({ ...item, price: priceGrosze })),
    email,
    shippingMethod: method,
    shippingCost: groszeToZl(order.shippingGrosze),
    ...discountOf(order),
    customerData: recipient(values, method),
  }
}

export type PrepaidOrderBody = ReturnType<typeof buildPrepaidOrderBody>

function customerData({ email, values, method }: Buyer) {
  return { email, shippingMethod: method, ...recipient(values, method) }
}

/** Only what the method needs: an address typed for another method is not sent. */
function recipient(values: CheckoutValues, method: ShippingMethod) {
  const { firstName, lastName, phone, street, houseNumber, city, postalCode, receiverEmail, selectedLocker } = values
  const person = { firstName, lastName, phone, ...pickFacts(values) }
  return isLockerMethod(method)
    ? { ...person, selectedLocker: selectedLocker?.inpost_id, receiverEmail }
    : { ...person, street, houseNumber, city, postalCode }
}
