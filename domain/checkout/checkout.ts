import { isSubstitute } from '#domain/catalog/product.ts'
import { type Grosze, splitGrosze } from '#domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/orders/order.ts'
import { fail, ok, type Result } from '#domain/result.ts'

/** What ordering answers: the same for every repeat under the same idempotency key. */
export type OrderReceipt = {
  checkoutId: string
  /** One order per line, in the order of the cart. */
  orderIds: string[]
  totalGrosze: Grosze
}

export type Change = { oldGrosze: Grosze; newGrosze: Grosze }

/** What the buyer saw beside what it costs now: all lines, changed or not. */
export type PriceChange = {
  items: { id: string; name: string; quantity: number; oldPriceGrosze: Grosze; newPriceGrosze: Grosze }[]
  shipping: Change
  total: Change
}

/** Which products there is too little of, and how many pieces can still be ordered (0: sold out). */
export type Shortage = { products: { id: string; name: string; left: number }[] }

/** Products that can no longer be bought: unknown, withdrawn or hidden. */
export type Unavailable = { products: { id: string }[] }

export type OrderRefusal =
  | ({ reason: 'product_unavailable' } & Unavailable)
  | ({ reason: 'out_of_stock' } & Shortage)
  | ({ reason: 'price_changed' } & PriceChange)

/** One product in an order as the buyer saw it. */
export type OrderLine = { productId: string; quantity: number; shownPriceGrosze: Grosze }

export type InvalidLines = {
  reason: 'invalid_lines'
  problem: 'empty' | 'too_many_lines' | 'quantity' | 'two_prices'
}

/**
 * Lines of the same product become one (two tabs may have added it twice); one product at two prices is nothing a shop
 * ever showed. Limits of 0-decisions hold after merging.
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

export function sumLines(lines: readonly { quantity: number; priceGrosze: Grosze }[]): Grosze {
  return lines.reduce((sum, line) => sum + line.quantity * line.priceGrosze, 0)
}

function invalid(problem: InvalidLines['problem']) {
  return fail({ reason: 'invalid_lines' as const, problem })
}

/** A product as the database has it while its row is locked. */
export type StockedProduct = {
  id: string
  name: string
  brand_name: string
  price_grosze: Grosze
  /** null: not counted. */
  stock_quantity: number | null
  out_of_stock: boolean
  active: boolean
  brand_active: boolean
}

/** What the shop holds at the moment of ordering; what a browser sent is a wish beside it (Law 2). */
export type ShopState = { products: readonly StockedProduct[]; hideSubstitutes: boolean; shippingGrosze: Grosze }

/** One line at the price it is really sold for, with its part of the shipping cost. */
export type PricedLine = { product: StockedProduct; quantity: number; itemsGrosze: Grosze; shippingGrosze: Grosze }

/** Everything the buyer asked for, at exactly what the buyer saw; otherwise the first reason why not. */
export function assessOrder(
  lines: readonly OrderLine[],
  shownShippingGrosze: Grosze,
  shop: ShopState,
): Result<PricedLine[], OrderRefusal> {
  const known = new Map(shop.products.map((product) => [product.id, product]))
  const wanted = lines.flatMap((line) => {
    const product = known.get(line.productId)
    return product && isOrderable(product, shop.hideSubstitutes) ? [{ line, product }] : []
  })
  if (wanted.length < lines.length) {
    const orderable = new Set(wanted.map(({ product }) => product.id))
    const missing = lines.filter((line) => !orderable.has(line.productId))
    return fail({ reason: 'product_unavailable', products: missing.map((line) => ({ id: line.productId })) })
  }

  const short = wanted.filter(({ line, product }) => piecesLeft(product) < line.quantity)
  if (short.length > 0) {
    const products = short.map(({ product: { id, name }, product }) => ({ id, name, left: piecesLeft(product) }))
    return fail({ reason: 'out_of_stock', products })
  }

  const changed = wanted.some(({ line, product }) => line.shownPriceGrosze !== product.price_grosze)
  if (changed || shownShippingGrosze !== shop.shippingGrosze) {
    const items = wanted.map(({ line, product }) => ({
      id: product.id,
      name: product.name,
      quantity: line.quantity,
      oldPriceGrosze: line.shownPriceGrosze,
      newPriceGrosze: product.price_grosze,
    }))
    const oldItems = sumLines(items.map((item) => ({ ...item, priceGrosze: item.oldPriceGrosze })))
    const newItems = sumLines(items.map((item) => ({ ...item, priceGrosze: item.newPriceGrosze })))
    return fail({
      reason: 'price_changed',
      items,
      shipping: { oldGrosze: shownShippingGrosze, newGrosze: shop.shippingGrosze },
      total: { oldGrosze: oldItems + shownShippingGrosze, newGrosze: newItems + shop.shippingGrosze },
    })
  }

  const shares = splitGrosze(
    shop.shippingGrosze,
    wanted.map(() => 1),
  )
  return ok(
    wanted.map(({ line, product }, index) => ({
      product,
      quantity: line.quantity,
      itemsGrosze: product.price_grosze * line.quantity,
      shippingGrosze: shares[index] ?? 0,
    })),
  )
}

function isOrderable(product: StockedProduct, hideSubstitutes: boolean): boolean {
  return product.active && product.brand_active && !(hideSubstitutes && isSubstitute(product.brand_name))
}

/** The owner's sold-out switch counts in both cases, counted stock or not (0-decisions, Stock). */
function piecesLeft(product: StockedProduct): number {
  if (product.out_of_stock) return 0
  return product.stock_quantity ?? Number.POSITIVE_INFINITY
}
