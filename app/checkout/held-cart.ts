import { readStored, writeStored } from '#app/browser-storage.ts'
import { applyToCart } from '#app/cart/cart-store.ts'
import { type Cart, parseStoredCart, serializeCart } from '#domain/cart/cart.ts'

/**
 * Keeps a copy of a cart whose order waits for its confirmation, in case that it cannot be confirmed.
 * @returns whether the browser stored it, so that the cart can be emptied
 */
export function keepHeldCart(cart: Cart): boolean {
  return cart.length === 0 || writeStored('held_cart', serializeCart(cart))
}

/** The kept copy; empty in another browser. */
export function readHeldCart(): Cart {
  const stored = parseStoredCart(readStored('held_cart'))
  return stored.ok ? stored.value.cart : []
}

/** Puts the kept products back into the cart. */
export function returnHeldCart(): void {
  applyToCart({ type: 'restore', cart: readHeldCart() })
  dropHeldCart()
}

export function dropHeldCart(): void {
  writeStored('held_cart', null)
}
