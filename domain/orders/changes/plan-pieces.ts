import { countPiecesLeft, describeFacts, isOnSale, type StockedProduct } from '#domain/catalog/product.ts'
import type { Shortage } from '#domain/catalog/product-schema.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { shareOfPieces } from '#domain/kernel/amounts/split-grosze.ts'
import { nameOrdered, nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { ChangedLine } from './parcel-change.ts'

/** An item of an order as it is stored. */
export type OrderedItem = {
  product_id: string
  product_name: string
  facts: string
  unit_price_grosze: Grosze
  quantity: number
  taken_from_stock: boolean
  restocked: number
  discount_grosze: Grosze
}

/** An item after the change; 0 pieces: it is taken out. */
export type PlannedItem = {
  productId: string
  quantity: number
  restocked: number
  takenFromStock: boolean
  /** What a code takes off these pieces together. */
  discountGrosze: Grosze
}

type Pieces = { product_id: string; quantity: number }

export type PiecesPlan = {
  lines: ChangedLine[]
  changed: PlannedItem[]
  added: (PlannedItem & { name: string; brandName: string; facts: string; priceGrosze: Grosze })[]
  /** Pieces taken from counted stock, and pieces returned to it. */
  taken: Pieces[]
  returned: Pieces[]
  differenceGrosze: Grosze
}

export type PiecesRefusal = { reason: 'added_product_gone'; names: string[] } | ({ reason: 'out_of_stock' } & Shortage)

/**
 * What has to be done so that an order has these pieces. Items of the order keep their price, also further pieces of
 * them; a product that was not in it comes at its present price. Removed pieces lose their share of a code's discount;
 * added ones have none. If the stock of an item was not counted when it was ordered but is counted now, all of its
 * pieces are taken, as when a cancelled order is restored.
 *
 * @param products all products that the order has before or after the change, locked
 */
export function planPieces(
  items: readonly OrderedItem[],
  wanted: readonly Pieces[],
  products: readonly StockedProduct[],
): Result<PiecesPlan, PiecesRefusal> {
  const stocked = new Map(products.map((product) => [product.id, product]))
  const wantedPieces = new Map(wanted.map(({ product_id, quantity }) => [product_id, quantity]))
  const plan: PiecesPlan = { lines: [], changed: [], added: [], taken: [], returned: [], differenceGrosze: 0 }
  const gone: string[] = []
  const short: Shortage['products'] = []

  /** Takes pieces of a product, or notes that it has too few. */
  function take(productId: string, name: string, quantity: number): void {
    const product = stocked.get(productId)
    if (!product || !isOnSale(product, { hideSubstitutes: false })) {
      gone.push(name)
      return
    }
    const left = countPiecesLeft(product)
    if (left !== null && left < quantity) short.push({ id: productId, name, left })
    else if (product.stock_quantity !== null) plan.taken.push({ product_id: productId, quantity })
  }

  for (const item of items) {
    const { product_id: productId, quantity: before, restocked } = item
    const after = wantedPieces.get(productId) ?? 0
    if (after === before) continue
    const isCounted = stocked.get(productId)?.stock_quantity != null
    const isTakenAnew = after > before && !item.taken_from_stock && isCounted
    const kept = isTakenAnew ? 0 : Math.min(restocked, after)
    if (after > before) take(productId, nameOrderedSize(item), isTakenAnew ? after : after - before)
    else if (item.taken_from_stock) {
      const back = before - restocked - (after - kept)
      if (back > 0) plan.returned.push({ product_id: productId, quantity: back })
    }
    const discountGrosze = after < before ? shareOfPieces(item.discount_grosze, after, before) : item.discount_grosze
    plan.changed.push({
      productId,
      quantity: after,
      discountGrosze,
      restocked: kept,
      takenFromStock: item.taken_from_stock || isTakenAnew,
    })
    plan.lines.push({ field: 'pieces', what: nameOrdered(item), before: String(before), after: String(after) })
    plan.differenceGrosze += (after - before) * item.unit_price_grosze + item.discount_grosze - discountGrosze
  }

  const ordered = new Set(items.map(({ product_id }) => product_id))
  for (const { product_id: productId, quantity } of wanted) {
    if (ordered.has(productId)) continue
    const product = stocked.get(productId)
    const name = product?.name ?? productId
    take(productId, product ? nameSized(product) : name, quantity)
    if (!product) continue
    const facts = describeFacts(product)
    plan.added.push({
      productId,
      name,
      brandName: product.brand_name,
      facts,
      priceGrosze: product.price_grosze,
      quantity,
      discountGrosze: 0,
      restocked: 0,
      takenFromStock: product.stock_quantity !== null,
    })
    const what = nameOrdered({ product_name: name, facts })
    plan.lines.push({ field: 'pieces', what, before: '0', after: String(quantity) })
    plan.differenceGrosze += quantity * product.price_grosze
  }
  if (gone.length > 0) return fail({ reason: 'added_product_gone', names: gone })
  if (short.length > 0) return fail({ reason: 'out_of_stock', products: short })
  return ok(plan)
}
