import { useSyncExternalStore } from 'react'
import { onStored, readStored, writeStored } from '#app/browser-storage.ts'
import { toast } from '#app/ui/toast.ts'
import {
  CART_STORAGE_KEY,
  type Cart,
  type CartAction,
  changeCart,
  countItems,
  MAX_ITEMS,
  parseStoredCart,
  serializeCart,
  toCartItem,
} from '#domain/cart/cart.ts'
import { type CardProduct, nameAmongSizes, UNAVAILABLE } from '#domain/catalog/product.ts'
import { keepCartKey } from './cart-key.ts'

/** The cart, in step with other tabs. Empty on the server and until hydration: public HTML carries no cart. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, currentCart, () => EMPTY_CART)
}

const subscribe = (listener: () => void) => onStored(CART_STORAGE_KEY, listener)

/** Kind of the toast that says what was added. */
export const ADDED = 'added-to-cart'

/**
 * Puts one piece into the cart, unless the product is sold out or the cart is full.
 * @param showCart opens the cart
 * @returns whether the product is in the cart
 */
export function addToCart(product: CardProduct, showCart: () => void): boolean {
  if (product.out_of_stock) {
    toast({ title: UNAVAILABLE.sold_out, description: nameAmongSizes(product), tone: 'error' })
    return false
  }
  const before = currentCart()
  const cart = applyToCart({ type: 'add', item: toCartItem(product) })
  const item = cart.find(({ id }) => id === product.id)
  if (!item) {
    toast({
      title: 'Koszyk jest pełny',
      description: `W jednym zamówieniu mieści się ${MAX_ITEMS} różnych produktów.`,
      tone: 'error',
    })
    return false
  }
  const wasThere = before.some(({ id }) => id === product.id)
  const name = nameAmongSizes(product)
  toast({
    title: 'Produkt dodany do koszyka',
    description: wasThere ? `${name} (ilość: ${item.quantity})` : name,
    kind: ADDED,
    action: { label: `Do koszyka (${countItems(cart)})`, onClick: showCart },
  })
  return true
}

export function removeFromCart(id: string): void {
  const before = currentCart()
  const index = before.findIndex((item) => item.id === id)
  const item = before[index]
  if (!item) return
  applyToCart({ type: 'remove', id })
  offerUndo('Produkt usunięty z koszyka', nameAmongSizes(item), { type: 'put-back', item, index })
}

/** Sets the quantity of a product; 0 or less removes it. */
export function setQuantity(id: string, quantity: number): void {
  if (quantity > 0) applyToCart({ type: 'set-quantity', id, quantity })
  else removeFromCart(id)
}

/** Takes over the shop's present price (zł), once the buyer has seen it. */
export function setPrice(id: string, price: number): void {
  applyToCart({ type: 'set-price', id, price })
}

/** Empties the cart; `silent` after an order, whose confirmation is enough. */
export function clearCart({ silent = false }: { silent?: boolean } = {}): void {
  const cart = currentCart()
  applyToCart({ type: 'clear' })
  if (silent) return
  offerUndo('Koszyk wyczyszczony', 'Wszystkie produkty zostały usunięte z koszyka', { type: 'restore', cart })
}

/** A toast with 'Cofnij'. It replaces the previous one. */
function offerUndo(title: string, description: string, undo: CartAction): void {
  const action = { label: 'Cofnij', onClick: () => applyToCart(undo) }
  toast({ title, description, kind: 'cart-removal', action })
}

/**
 * Changes the cart without a toast. Starts from what storage holds at this moment, so that two tabs do not undo each
 * other's changes.
 */
export function applyToCart(action: CartAction): Cart {
  const before = currentCart()
  const after = changeCart(before, action)
  if (after !== before) {
    const raw = serializeCart(after)
    known = { raw, cart: after }
    // No other tab can order a cart that is not stored.
    if (writeStored(CART_STORAGE_KEY, raw) && after.length > 0) keepCartKey()
  }
  return after
}

/** Every empty cart is this array, so that React sees no change where there is none. */
const EMPTY_CART: Cart = []

/** The cart that was last read or written, with its stored text. */
let known: { raw: string | null; cart: Cart } = { raw: null, cart: EMPTY_CART }

/** The cart at this moment. Reads storage each time, because another tab may have written; parses only a new text. */
export function currentCart(): Cart {
  const raw = readStored(CART_STORAGE_KEY)
  if (raw !== known.raw) known = { raw, cart: parseCart(raw) }
  return known.cart
}

function parseCart(raw: string | null): Cart {
  const stored = parseStoredCart(raw)
  if (!stored.ok) {
    console.error('The saved cart is unreadable; starting with an empty one.')
    return EMPTY_CART
  }
  const { cart, dropped } = stored.value
  if (dropped > 0) console.error(`Left ${dropped} unreadable item(s) out of the saved cart.`)
  return cart.length === 0 ? EMPTY_CART : cart
}
