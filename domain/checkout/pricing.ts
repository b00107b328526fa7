import { MAX_LINES, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { countPiecesLeft, isOnSale, type SaleState, type StockState } from '#domain/catalog/product.ts'
import { type Grosze, splitGrosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import {
  calculateShippingCost,
  type PaymentMethod,
  type ShippingChoice,
  type ShippingCosts,
} from '#domain/shipping/shipping-method.ts'
import type { InvalidLines, OrderLine, OrderRefusal } from './checkout.ts'

/**
 * Lines of the same product become one (two tabs may have added it twice); one product at two prices is nothing a shop
 * ever showed. The limits on quantity and lines hold after merging.
 */
export function mergeLines(lines: readonly OrderLine[]): Result<OrderLine[], InvalidLines> {
  const merged = new Map<string, OrderLine>()
  for (const { productId, quantity, shownPriceGrosze } of lines) {
    const key = productId.toLowerCase()
    const seen = merged.get(key)
    if (seen && seen.shownPriceGrosze !== shownPriceGrosze) return invalid('two_prices')
    merged.set(key, { productId: key, quantity: quantity + (seen?.quantity ?? 0), shownPriceGrosze })
  }
  if (merged.size === 0) return invalid('empty')
  if (merged.size > MAX_LINES) return invalid('too_many_lines')
  const allowed = [...merged.values()].every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY,
  )
  return allowed ? ok([...merged.values()]) : invalid('quantity')
}

function invalid(problem: InvalidLines['problem']) {
  return fail({ reason: 'invalid_lines' as const, problem })
}

function sumLines(lines: readonly { quantity: number; priceGrosze: Grosze }[]): Grosze {
  return lines.reduce((sum, line) => sum + line.quantity * line.priceGrosze, 0)
}

function sumPriced(lines: readonly PricedLine[]): Grosze {
  return sumLines(lines.map(({ product, quantity }) => ({ quantity, priceGrosze: product.price_grosze })))
}

/** A product as the database has it while its row is locked. */
export type StockedProduct = SaleState &
  StockState & {
    id: string
    name: string
    brand_name: string
    price_grosze: Grosze
  }

/** What the shop holds at the moment of ordering; it decides, not what a browser sent. */
export type ShopState = { products: readonly StockedProduct[]; hideSubstitutes: boolean; costs: ShippingCosts }

/** One line as it is really sold. */
export type PricedLine = { product: StockedProduct; quantity: number }

export type PricedOrder = { priced: readonly PricedLine[]; shippingGrosze: Grosze }

/** What a buyer asks for, with the sums that the buyer saw. */
type RequestedOrder = ShippingChoice & { lines: readonly OrderLine[]; shownShippingGrosze: Grosze }

/**
 * Everything the buyer asked for, at exactly what the buyer saw; otherwise the first reason why not. Whether delivery is free
 * depends on what the shop asks for the products, not on what was sent.
 */
export function priceOrder(
  { lines, shownShippingGrosze, ...choice }: RequestedOrder,
  shop: ShopState,
): Result<PricedOrder, OrderRefusal> {
  const known = new Map(shop.products.map((product) => [product.id, product]))
  const wanted = lines.flatMap((line) => {
    const product = known.get(line.productId)
    return product && isOnSale(product, shop) ? [{ line, product }] : []
  })
  if (wanted.length < lines.length) {
    const orderable = new Set(wanted.map(({ product }) => product.id))
    const missing = lines.filter((line) => !orderable.has(line.productId))
    return fail({ reason: 'product_unavailable', products: missing.map((line) => ({ id: line.productId })) })
  }

  const short = wanted.flatMap(({ line, product: { id, name, ...stock } }) => {
    const left = countPiecesLeft(stock)
    return left !== null && left < line.quantity ? [{ id, name, left }] : []
  })
  if (short.length > 0) return fail({ reason: 'out_of_stock', products: short })

  const priced = wanted.map(({ line, product }) => ({ product, quantity: line.quantity }))
  const itemsGrosze = sumPriced(priced)
  const shippingGrosze = calculateShippingCost(shop.costs, choice, itemsGrosze)
  const changed = wanted.some(({ line, product }) => line.shownPriceGrosze !== product.price_grosze)
  if (changed || shownShippingGrosze !== shippingGrosze) {
    const items = wanted.map(({ line, product }) => ({
      id: product.id,
      name: product.name,
      quantity: line.quantity,
      oldPriceGrosze: line.shownPriceGrosze,
      newPriceGrosze: product.price_grosze,
    }))
    const oldItems = sumLines(items.map((item) => ({ ...item, priceGrosze: item.oldPriceGrosze })))
    return fail({
      reason: 'price_changed',
      items,
      shipping: { oldGrosze: shownShippingGrosze, newGrosze: shippingGrosze },
      total: { oldGrosze: oldItems + shownShippingGrosze, newGrosze: itemsGrosze + shippingGrosze },
    })
  }
  return ok({ priced, shippingGrosze })
}

/** Lines that are fulfilled as one order, with the order's part of the shipping cost. */
export type OrderGroup = { lines: readonly PricedLine[]; itemsGrosze: Grosze; shippingGrosze: Grosze }

/**
 * Which lines become one order: paid on delivery each line its own, paid ahead all of them one. The shipping cost is split
 * evenly to the grosz, so that the orders add up to exactly what was shown. Keeps the order of the lines.
 */
export function groupIntoOrders(
  payment: PaymentMethod,
  lines: readonly PricedLine[],
  shippingGrosze: Grosze,
): OrderGroup[] {
  const groups = payment === 'prepaid' ? [lines] : lines.map((line) => [line])
  const shares = splitGrosze(
    shippingGrosze,
    groups.map(() => 1),
  )
  return groups.map((group, index) => ({
    lines: group,
    itemsGrosze: sumPriced(group),
    shippingGrosze: shares[index] ?? 0,
  }))
}
