import type { CardProduct } from '#domain/catalog/product.ts'
import { type Grosze, parseCheckedZl, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

/** The largest quantity of one item, and the most items of one checkout. */
export const MAX_QUANTITY = 99
export const MAX_ITEMS = 50

/** One product in the cart, in the shape that is stored. Further product fields are carried along unchanged. */
export type CartItem = {
  id: string
  name: string
  /** zł, as in the contract and the storage. `readItemPrice` converts it to grosze. */
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
  /** Adopts the shop's present price after the buyer has seen it. */
  | { type: 'set-price'; id: string; price: number }
  /** Restores a removed item at its former index. Does nothing when the product is in the cart again. */
  | { type: 'put-back'; item: CartItem; index: number }
  | { type: 'clear' }
  /**
   * Restores the items of a cleared cart before those added since. A product that is in the cart again stays as it is.
   */
  | { type: 'restore'; cart: Cart }

/** The cart after an action. Returns the same array when nothing changed. */
export function changeCart(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'add': {
      if (cart.some((item) => item.id === action.item.id)) {
        return changeItem(cart, action.item.id, (item) => ({ ...item, quantity: clampQuantity(item.quantity + 1) }))
      }
      return cart.length >= MAX_ITEMS ? cart : [...cart, { ...action.item, quantity: 1 }]
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
      const back = missing.slice(0, Math.max(0, MAX_ITEMS - cart.length))
      return back.length === 0 ? cart : [...back, ...cart]
    }
  }
}

/** The cart item of a product. */
export function toCartItem(product: CardProduct): CartItem {
  return { ...product, price: product.current_price_pln, quantity: 1, brand_name: product.brand.name }
}

/** Price of one piece. Stored prices are validated on reading. */
export const readItemPrice = ({ price }: CartItem): Grosze => parseCheckedZl(price)

export const sumLine = (item: CartItem): Grosze => readItemPrice(item) * item.quantity

export const sumCart = (cart: Cart): Grosze => cart.reduce((total, item) => total + sumLine(item), 0)

/** Sum of quantities, shown on the badge of the cart button. */
export const countItems = (cart: Cart): number => cart.reduce((count, item) => count + item.quantity, 0)

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

/** The shop has no longer ids and no higher prices. The API would refuse a whole order because of one such item. */
export const MAX_ID_LENGTH = 100
const MAX_PRICE_ZL = 1_000_000

type StoredCart = {
  cart: Cart
  /** Entries that were no valid cart items and were left out. */
  dropped: number
}

/**
 * Parses the stored cart. Another version of the shop, an extension or a person may have written the value. Validated
 * by hand, because this code loads on every first visit and a schema library would slow it down.
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
    // The first of two entries for one product wins. Adding them up could order more than the buyer intended.
    if (!item || items.has(item.id)) dropped += 1
    else items.set(item.id, item)
  }
  return ok({ cart: [...items.values()], dropped })
}

export const serializeCart = (cart: Cart): string => JSON.stringify(cart)

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
