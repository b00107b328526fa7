import { z } from 'zod'
import { type CardProduct, productSchema } from '#domain/catalog/product.ts'
import { type Grosze, groszeToZl, zlToGrosze } from '#domain/money.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import { defineSchema } from '#domain/wire-schema.ts'

/** Quantity of one line and lines of one checkout. */
export const MAX_QUANTITY = 99
export const MAX_LINES = 50

/** One product in the cart, in the shape it is stored in. Further product fields travel along unchanged. */
export type CartItem = {
  id: string
  name: string
  /** zł, as the contract and the storage have it; sums are made in grosze by `readItemPrice`. */
  price: number
  quantity: number
  image_url: string | null
  brand_name: string
  [field: string]: unknown
}

export type Cart = readonly CartItem[]

export type CartAction =
  | { type: 'add'; item: CartItem }
  | { type: 'remove'; id: string }
  | { type: 'set-quantity'; id: string; quantity: number }
  /** Takes over the price the shop asks now, once the buyer has been shown it. */
  | { type: 'set-price'; id: string; price: number }
  /** Puts a removed item back where it was; does nothing when it is there again. */
  | { type: 'put-back'; item: CartItem; index: number }
  | { type: 'clear' }
  /** Puts the lines of a cleared cart back before what has been added since; a product that is there again stays as it is. */
  | { type: 'restore'; cart: Cart }

/** The cart after an action. Returns the same array when nothing changed. */
export function changeCart(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'add': {
      if (cart.some((item) => item.id === action.item.id)) {
        return changeItem(cart, action.item.id, (item) => ({ ...item, quantity: clampQuantity(item.quantity + 1) }))
      }
      return cart.length >= MAX_LINES ? cart : [...cart, { ...action.item, quantity: 1 }]
    }
    case 'remove':
      return cart.some((item) => item.id === action.id) ? cart.filter((item) => item.id !== action.id) : cart
    case 'set-quantity': {
      if (!(action.quantity > 0)) return changeCart(cart, { type: 'remove', id: action.id })
      const quantity = clampQuantity(action.quantity)
      return changeItem(cart, action.id, (item) => (item.quantity === quantity ? item : { ...item, quantity }))
    }
    case 'set-price':
      return changeItem(cart, action.id, (item) =>
        item.price === action.price ? item : { ...item, price: action.price },
      )
    case 'put-back': {
      if (cart.some((item) => item.id === action.item.id)) return cart
      return cart.toSpliced(Math.min(action.index, cart.length), 0, action.item)
    }
    case 'clear':
      return cart.length === 0 ? cart : []
    case 'restore': {
      const missing = action.cart.filter(({ id }) => !cart.some((item) => item.id === id))
      const back = missing.slice(0, Math.max(0, MAX_LINES - cart.length))
      return back.length === 0 ? cart : [...back, ...cart]
    }
  }
}

/** The item a product goes into the cart as. */
export function toCartItem(product: CardProduct): CartItem {
  return { ...product, price: product.current_price_pln, quantity: 1, brand_name: product.brand.name }
}

/** Price of one piece. Stored prices are checked when read, so an amount that is none is a broken invariant. */
export function readItemPrice(item: CartItem): Grosze {
  const price = zlToGrosze(item.price)
  if (price === undefined) throw new RangeError(`not a price: ${item.price}`)
  return price
}

export function sumLine(item: CartItem): Grosze {
  return readItemPrice(item) * item.quantity
}

/** Sum of price x quantity. */
export function sumCart(cart: Cart): Grosze {
  return cart.reduce((total, item) => total + sumLine(item), 0)
}

/** Sum of quantities: the badge on the cart button. */
export function countItems(cart: Cart): number {
  return cart.reduce((count, item) => count + item.quantity, 0)
}

function changeItem(cart: Cart, id: string, change: (item: CartItem) => CartItem): Cart {
  const index = cart.findIndex((item) => item.id === id)
  const item = cart[index]
  if (!item) return cart
  const changed = change(item)
  return changed === item ? cart : cart.with(index, changed)
}

function clampQuantity(quantity: number): number {
  return Math.max(1, Math.min(MAX_QUANTITY, Math.trunc(quantity)))
}

/** Local storage key of the cart. */
export const CART_STORAGE_KEY = 'cart_items'

/** Longer ids and dearer products are none of ours; the API refuses a whole order for one of them. */
const MAX_ID_LENGTH = 100
const MAX_PRICE_ZL = 1_000_000

type StoredCart = {
  cart: Cart
  /** Entries that were no cart items and have been left out. */
  dropped: number
}

/**
 * Reads what local storage holds. Anything may stand there: another version of the shop, an extension or a person may
 * have written it. Checked by hand because this runs on every first visit, where a schema library would be dead weight.
 */
export function parseStoredCart(raw: string | null): Result<StoredCart, { reason: 'unreadable' }> {
  if (raw === null) return ok({ cart: [], dropped: 0 })
  let stored: unknown
  try {
    stored = JSON.parse(raw)
  } catch {
    return fail({ reason: 'unreadable' })
  }
  if (!Array.isArray(stored)) return fail({ reason: 'unreadable' })
  const items = new Map<string, CartItem>()
  let dropped = 0
  for (const entry of stored) {
    const item = parseItem(entry)
    // The first of two entries for one product wins: adding them up could order more than anybody meant.
    if (!item || items.has(item.id)) dropped += 1
    else items.set(item.id, item)
  }
  return ok({ cart: [...items.values()], dropped })
}

export function serializeCart(cart: Cart): string {
  return JSON.stringify(cart)
}

function parseItem(entry: unknown): CartItem | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const fields: Record<string, unknown> = { ...entry }
  const { id, name, price, quantity, image_url, brand_name, ...carried } = fields
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_LENGTH) return undefined
  if (typeof name !== 'string') return undefined
  if (typeof price !== 'number' || price <= 0 || price > MAX_PRICE_ZL) return undefined
  if (zlToGrosze(price) === undefined) return undefined
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) return undefined
  return {
    ...carried,
    id,
    name,
    price,
    quantity: Math.min(quantity, MAX_QUANTITY),
    image_url: typeof image_url === 'string' ? image_url : null,
    brand_name: typeof brand_name === 'string' ? brand_name : '',
  }
}

/** What POST /api/cart is asked: the products of a cart. */
export const cartIdsSchema = defineSchema(() =>
  z.strictObject({ ids: z.array(z.string().max(MAX_ID_LENGTH)).max(MAX_LINES) }),
)

/** How a product of a cart stands in the shop now. */
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
          out_of_stock: true,
          pieces_left: true,
        }).shape,
      }),
    ])
    .meta({ id: 'CartProduct' }),
)
export type CartProductState = z.output<typeof cartProductStateSchema>

/** Whether a line can be ordered at all, and how many of it. */
export type LineStock =
  | { gone: true }
  | Pick<Extract<CartProductState, { gone: false }>, 'gone' | 'out_of_stock' | 'pieces_left'>

/** What stands between a cart line and its order. */
export type LineBlock = { reason: 'gone' } | { reason: 'sold_out' } | { reason: 'too_few'; left: number }

/** Why this line cannot be ordered as it is; undefined when it can. */
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

/** Lines whose price is another than when they were put in; lines that cannot be had at all are not among them. */
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
