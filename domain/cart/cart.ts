import type { CardProduct } from '#domain/catalog/card-product.ts'
import { type Grosze, zlToGrosze } from '#domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/orders/order.ts'

/** One product in the cart, in the shape it is stored in (spec 1 §3). Further product fields travel along unchanged. */
export type CartItem = {
  id: string
  name: string
  /** zł, as the contract and the storage have it; sums are made in grosze by `itemPrice`. */
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

/** The cart after an action (spec 1 §4). Returns the same array when nothing changed. */
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
  }
}

/** The item a product goes into the cart as. */
export function cartItemOf(product: CardProduct): CartItem {
  return { ...product, price: product.current_price_pln, quantity: 1, brand_name: product.brand.name }
}

/** Price of one piece. Stored prices are checked when read, so an amount that is none is a broken invariant. */
export function itemPrice(item: CartItem): Grosze {
  const price = zlToGrosze(item.price)
  if (price === undefined) throw new RangeError(`not a price: ${item.price}`)
  return price
}

export function lineTotal(item: CartItem): Grosze {
  return itemPrice(item) * item.quantity
}

/** Sum of price x quantity (spec 1 §9). */
export function cartTotal(cart: Cart): Grosze {
  return cart.reduce((total, item) => total + lineTotal(item), 0)
}

/** Sum of quantities (spec 1 §9): the badge on the cart button. */
export function itemCount(cart: Cart): number {
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
