import type { Cart } from '#domain/cart/cart.ts'
import { CART_STORAGE_KEY, parseStoredCart, serializeCart } from '#domain/cart/stored-cart.ts'

/** Empty carts are one array, so that React sees no change where there is none. */
export const EMPTY_CART: Cart = []

let memory: Cart = EMPTY_CART
/** What `memory` was read from or written as; undefined before the first look and while storage does not take the cart. */
let known: string | null | undefined
let storageFails = false

/**
 * The cart as it stands now. Looks into local storage every time, because another tab may have written since; parses
 * only what it has not seen. Without storage (blocked, full) the cart lives in memory as long as the page does.
 */
export function readCart(): Cart {
  if (storageFails) return memory
  let raw: string | null
  try {
    raw = window.localStorage.getItem(CART_STORAGE_KEY)
  } catch (cause) {
    console.error('The cart cannot be read from local storage and is kept in memory only.', cause)
    storageFails = true
    return memory
  }
  if (raw === known) return memory
  known = raw
  const stored = parseStoredCart(raw)
  if (!stored.ok) {
    console.error('The saved cart is unreadable; starting with an empty one.')
    memory = EMPTY_CART
    return memory
  }
  if (stored.value.dropped > 0) console.error(`Left ${stored.value.dropped} unreadable item(s) out of the saved cart.`)
  memory = stored.value.cart.length === 0 ? EMPTY_CART : stored.value.cart
  return memory
}

export function writeCart(cart: Cart): void {
  memory = cart
  const raw = serializeCart(cart)
  try {
    window.localStorage.setItem(CART_STORAGE_KEY, raw)
    known = raw
    storageFails = false
  } catch (cause) {
    if (!storageFails) console.error('The cart cannot be saved and is kept in memory only.', cause)
    storageFails = true
  }
}
