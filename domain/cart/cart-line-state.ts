import { type Grosze, groszeToZl } from '#domain/money.ts'
import { type CartItem, itemPrice } from './cart.ts'

/** How a product of a cart stands in the shop now: one entry of the answer of POST /api/cart. */
export type CartProductState =
  | { id: string; gone: true }
  | {
      id: string
      gone: false
      current_price_cents: Grosze
      out_of_stock: boolean
      /** Pieces left when few, null when plenty or not counted. */
      pieces_left: number | null
    }

/** What stands between a cart line and its order. */
export type LineBlock = { reason: 'gone' } | { reason: 'sold_out' } | { reason: 'too_few'; left: number }

/** Why this line cannot be ordered as it is; undefined when it can. */
export function lineBlock(item: CartItem, state: CartProductState | undefined): LineBlock | undefined {
  if (!state) return undefined
  if (state.gone) return { reason: 'gone' }
  if (state.out_of_stock) return { reason: 'sold_out' }
  if (state.pieces_left !== null && state.pieces_left < item.quantity) {
    return { reason: 'too_few', left: state.pieces_left }
  }
  return undefined
}

export type LinePriceChange = { id: string; was: Grosze; now: Grosze; nowZl: number }

/** Lines whose price is another than when they were put in; lines that cannot be had at all are not among them. */
export function priceChanges(cart: readonly CartItem[], states: readonly CartProductState[]): LinePriceChange[] {
  const changes: LinePriceChange[] = []
  for (const item of cart) {
    const state = states.find(({ id }) => id === item.id)
    if (!state || state.gone || state.current_price_cents === itemPrice(item)) continue
    changes.push({
      id: item.id,
      was: itemPrice(item),
      now: state.current_price_cents,
      nowZl: groszeToZl(state.current_price_cents),
    })
  }
  return changes
}
