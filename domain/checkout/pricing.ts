import { MAX_ITEMS, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { countPiecesLeft, describeFacts, isOnSale, type StockedProduct } from '#domain/catalog/product.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { type CodeTerms, splitDiscount } from '#domain/codes/code.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import {
  calculateShippingCost,
  isPayableBy,
  type PaymentWay,
  type ShippingChoice,
  type ShippingCosts,
} from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { InvalidItems, OrderRefusal, RequestedItem } from './checkout.ts'

/**
 * Merges items of the same product, which two tabs may have added. One product at two prices is invalid, because the
 * shop never showed it so. The limits on quantity and items apply after merging.
 */
export function mergeItems(items: readonly RequestedItem[]): Result<RequestedItem[], InvalidItems> {
  const merged = new Map<string, RequestedItem>()
  for (const { productId, quantity, shownPriceGrosze } of items) {
    const key = productId.toLowerCase()
    const seen = merged.get(key)
    if (seen && seen.shownPriceGrosze !== shownPriceGrosze) return invalid('two_prices')
    merged.set(key, { productId: key, quantity: quantity + (seen?.quantity ?? 0), shownPriceGrosze })
  }
  if (merged.size === 0) return invalid('empty')
  if (merged.size > MAX_ITEMS) return invalid('too_many_items')
  const allowed = [...merged.values()].every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY,
  )
  return allowed ? ok([...merged.values()]) : invalid('quantity')
}

function invalid(problem: InvalidItems['problem']) {
  return fail({ reason: 'invalid_items' as const, problem })
}

function sumItems(items: readonly { quantity: number; priceGrosze: Grosze }[]): Grosze {
  return items.reduce((sum, item) => sum + item.quantity * item.priceGrosze, 0)
}

/** The shop's state at the moment of ordering. This state decides, not the browser's values. */
export type ShopState = { products: readonly StockedProduct[]; hideSubstitutes: boolean; costs: ShippingCosts }

/** An item at its present price, and what a code takes off all of its pieces. */
export type PricedItem = { product: StockedProduct; quantity: number; discountGrosze: Grosze }

/** `waivedGrosze`: the delivery cost that a code for free delivery waives. */
export type PricedOrder = { priced: readonly PricedItem[]; shippingGrosze: Grosze; waivedGrosze: Grosze }

/** A buyer's request, with the sums that the buyer saw. */
type RequestedOrder = ShippingChoice & {
  items: readonly RequestedItem[]
  shownShippingGrosze: Grosze
  shownDiscountGrosze?: Grosze | undefined
}

/**
 * Prices an order if every amount equals what the buyer saw. Otherwise returns the first reason for refusal. Free
 * delivery depends on the shop's present prices, not on the submitted ones, and on the products before a discount.
 * @param code the code that was held for the order
 */
export function priceOrder(
  { items, shownShippingGrosze, shownDiscountGrosze = 0, ...choice }: RequestedOrder,
  shop: ShopState,
  code: CodeTerms | null,
): Result<PricedOrder, OrderRefusal> {
  const known = new Map(shop.products.map((product) => [product.id, product]))
  const wanted = items.flatMap((item) => {
    const product = known.get(item.productId)
    return product && isOnSale(product, shop) ? [{ item, product }] : []
  })
  if (wanted.length < items.length) {
    const orderable = new Set(wanted.map(({ product }) => product.id))
    const missing = items.filter((item) => !orderable.has(item.productId))
    return fail({ reason: 'product_unavailable', products: missing.map((item) => ({ id: item.productId })) })
  }

  const short = wanted.flatMap(({ item, product }) => {
    const left = countPiecesLeft(product)
    return left !== null && left < item.quantity ? [{ id: product.id, name: nameSized(product), left }] : []
  })
  if (short.length > 0) return fail({ reason: 'out_of_stock', products: short })

  const amounts = wanted.map(({ item, product }) => item.quantity * product.price_grosze)
  const itemsGrosze = amounts.reduce((sum, amount) => sum + amount, 0)
  if (code !== null && itemsGrosze < code.least_grosze) {
    return fail({ reason: 'code_needs_more', leastGrosze: code.least_grosze })
  }
  const discounts = code === null ? [] : splitDiscount(code, amounts)
  const discountGrosze = discounts.reduce((sum, discount) => sum + discount, 0)
  const fullShippingGrosze = calculateShippingCost(shop.costs, choice, itemsGrosze)
  const waivedGrosze = code?.kind === 'free_delivery' ? fullShippingGrosze : 0
  const shippingGrosze = fullShippingGrosze - waivedGrosze
  const totalGrosze = itemsGrosze - discountGrosze + shippingGrosze
  const changed = wanted.some(({ item, product }) => item.shownPriceGrosze !== product.price_grosze)
  if (changed || shownShippingGrosze !== shippingGrosze || shownDiscountGrosze !== discountGrosze) {
    const changes = wanted.map(({ item, product }) => ({
      id: product.id,
      name: product.name,
      facts: describeFacts(product),
      quantity: item.quantity,
      oldPriceGrosze: item.shownPriceGrosze,
      newPriceGrosze: product.price_grosze,
    }))
    const oldItems = sumItems(changes.map((item) => ({ ...item, priceGrosze: item.oldPriceGrosze })))
    return fail({
      reason: 'price_changed',
      items: changes,
      discount: { oldGrosze: shownDiscountGrosze, newGrosze: discountGrosze },
      shipping: { oldGrosze: shownShippingGrosze, newGrosze: shippingGrosze },
      total: { oldGrosze: oldItems - shownDiscountGrosze + shownShippingGrosze, newGrosze: totalGrosze },
    })
  }
  if (!isPayableBy(shop.costs, choice.payment, totalGrosze)) {
    return fail({ reason: 'cod_limit_exceeded', limitGrosze: shop.costs.cod_limit_grosze })
  }
  const priced = wanted.map(({ item, product }, index) => ({
    product,
    quantity: item.quantity,
    discountGrosze: discounts[index] ?? 0,
  }))
  return ok({ priced, shippingGrosze, waivedGrosze })
}

/** Items of one order, what they cost less their discounts, and the order's shares of the delivery. */
export type OrderGroup = {
  items: readonly PricedItem[]
  itemsGrosze: Grosze
  shippingGrosze: Grosze
  waivedGrosze: Grosze
}

/**
 * Groups items into orders: one order per item when paid on delivery, one order for all when paid ahead or
 * elsewhere. The shipping
 * cost is split evenly to the grosz, so that the orders add up to the amount shown. Keeps the order of the items.
 */
export function groupIntoOrders(
  payment: PaymentWay,
  { priced: items, shippingGrosze, waivedGrosze }: PricedOrder,
): OrderGroup[] {
  const groups = payment === 'cash_on_delivery' ? items.map((item) => [item]) : [items]
  const even = groups.map(() => 1)
  const shares = splitGrosze(shippingGrosze, even)
  const waived = splitGrosze(waivedGrosze, even)
  return groups.map((group, index) => ({
    items: group,
    itemsGrosze: group.reduce(
      (sum, { product, quantity, discountGrosze }) => sum + quantity * product.price_grosze - discountGrosze,
      0,
    ),
    shippingGrosze: shares[index] ?? 0,
    waivedGrosze: waived[index] ?? 0,
  }))
}
