import { z } from 'zod'
import { productSchema } from '#domain/catalog/product-schema.ts'
import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { type CartItem, MAX_ID_LENGTH, MAX_ITEMS, readItemPrice } from './cart.ts'

/** Body of POST /api/cart: the products of a cart. */
export const cartIdsSchema = defineSchema(() =>
  z.strictObject({ ids: z.array(z.string().max(MAX_ID_LENGTH)).max(MAX_ITEMS) }),
)

/** The present state in the shop of a product in a cart. */
export const cartProductStateSchema = defineSchema(() =>
  z
    .discriminatedUnion('gone', [
      z.object({ id: z.string(), gone: z.literal(true) }),
      z.object({
        id: z.string(),
        gone: z.literal(false),
        ...productSchema.pick({
          name: true,
          current_price_pln: true,
          current_price_cents: true,
          lowest_price_cents: true,
          reduced_until: true,
          out_of_stock: true,
          pieces_left: true,
          sample_gift: true,
        }).shape,
        sizes: productSchema.shape.sizes.optional(),
      }),
    ])
    .meta({ id: 'CartProduct' }),
)
export type CartProductState = z.output<typeof cartProductStateSchema>

/** Whether an item can be ordered, and in what quantity. */
export type LineStock =
  | { gone: true }
  | Pick<Extract<CartProductState, { gone: false }>, 'gone' | 'out_of_stock' | 'pieces_left'>

/** What prevents the order of a cart item. */
export type LineBlock = { reason: 'gone' } | { reason: 'sold_out' } | { reason: 'too_few'; left: number }

/** Why this item cannot be ordered as it is; undefined when it can. */
export function findLineBlock(item: CartItem, state: LineStock | undefined): LineBlock | undefined {
  if (!state) return undefined
  if (state.gone) return { reason: 'gone' }
  if (state.out_of_stock) return { reason: 'sold_out' }
  if (state.pieces_left !== null && state.pieces_left < item.quantity) {
    return { reason: 'too_few', left: state.pieces_left }
  }
  return undefined
}

type LinePriceChange = { id: string; was: Grosze; now: Grosze; nowZl: number }

/** Items whose price differs from the price when they were added. Items that cannot be ordered are left out. */
export function priceChanges(cart: readonly CartItem[], states: readonly CartProductState[]): LinePriceChange[] {
  const changes: LinePriceChange[] = []
  for (const item of cart) {
    const state = states.find(({ id }) => id === item.id)
    if (!state || state.gone || state.current_price_cents === readItemPrice(item)) continue
    changes.push({
      id: item.id,
      was: readItemPrice(item),
      now: state.current_price_cents,
      nowZl: groszeToZl(state.current_price_cents),
    })
  }
  return changes
}
