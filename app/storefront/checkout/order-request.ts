import type { CartItem } from '#domain/cart/cart.ts'
import { itemPrice } from '#domain/cart/cart.ts'
import { type Grosze, groszeToZl } from '#domain/money.ts'
import type { PriceChange } from '#domain/orders/order-answer.ts'
import { isLockerMethod, type ShippingMethod } from '#domain/shipping/shipping-method.ts'
import type { CheckoutDraft } from './saved-form.ts'

/** What the buyer sees and agrees to: each price, the delivery cost, and so the total. */
export type ShownOrder = {
  items: readonly { id: string; name: string; brand_name: string; quantity: number; priceGrosze: Grosze }[]
  shippingGrosze: Grosze
}

export type Buyer = { email: string; draft: CheckoutDraft; method: ShippingMethod }

export function shownItems(cart: readonly CartItem[]): ShownOrder['items'] {
  return cart.map((item) => ({
    id: item.id,
    name: item.name,
    brand_name: item.brand_name,
    quantity: item.quantity,
    priceGrosze: itemPrice(item),
  }))
}

/** The same order at the figures the shop has just named. */
export function atNewPrices(order: ShownOrder, change: PriceChange): ShownOrder {
  const prices = new Map(change.items.map((item) => [item.id, item.newPriceGrosze]))
  return {
    items: order.items.map((item) => ({ ...item, priceGrosze: prices.get(item.id.toLowerCase()) ?? item.priceGrosze })),
    shippingGrosze: change.shipping.newGrosze,
  }
}

/** All items of a cart in one call (0-decisions). */
export function cartOrderBody(order: ShownOrder, buyer: Buyer) {
  const items = order.items.map(({ id, name, priceGrosze, quantity }) => ({
    id,
    name,
    price: groszeToZl(priceGrosze),
    quantity,
  }))
  return { items, customerData: customerData(buyer), shippingCost: groszeToZl(order.shippingGrosze) }
}

/** One product, as the product dialog orders it (spec 1 §7). */
export function productOrderBody(order: ShownOrder, buyer: Buyer) {
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

export type OrderBody = ReturnType<typeof cartOrderBody> | ReturnType<typeof productOrderBody>

/** Only what the method needs: an address typed for another method is nobody's business. */
function customerData({ email, draft, method }: Buyer) {
  const { firstName, lastName, phone, street, houseNumber, city, postalCode, receiverEmail, selectedLocker } = draft
  const person = { email, firstName, lastName, phone, shippingMethod: method }
  return isLockerMethod(method)
    ? { ...person, selectedLocker: selectedLocker?.inpost_id, receiverEmail }
    : { ...person, street, houseNumber, city, postalCode }
}
