import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, writeStored } from '#app/browser-storage.ts'
import { toast } from '#app/ui/toast.ts'
import {
  CART_STORAGE_KEY,
  type Cart,
  type CartAction,
  changeCart,
  countItems,
  MAX_LINES,
  parseStoredCart,
  serializeCart,
  toCartItem,
} from '#domain/cart/cart.ts'
import { type CardProduct, UNAVAILABLE } from '#domain/catalog/product.ts'

const listeners = new Set<() => void>()

/** The cart, in step with storage and other tabs. Empty on the server and until hydration: public HTML carries no cart. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => EMPTY_CART)
}

/** The cart outside React, e.g. at the moment of ordering. */
export function currentCart(): Cart {
  return readCart()
}

/** Kind of the toast that says what was added. */
export const ADDED = 'added-to-cart'

/**
 * Puts one piece into the cart; whether it is in. Sold-out products are not taken.
 * @param showCart opens the cart
 */
export function addToCart(product: CardProduct, showCart: () => void): boolean {
  if (product.out_of_stock) {
    toast({ title: UNAVAILABLE.sold_out, description: product.name, tone: 'error' })
    return false
  }
  const before = readCart()
  const cart = applyToCart({ type: 'add', item: toCartItem(product) })
  const item = cart.find(({ id }) => id === product.id)
  if (!item) {
    toast({
      title: 'Koszyk jest pełny',
      description: `W jednym zamówieniu mieści się ${MAX_LINES} różnych produktów.`,
      tone: 'error',
    })
    return false
  }
  const wasThere = before.some(({ id }) => id === product.id)
  toast({
    title: 'Produkt dodany do koszyka',
    description: wasThere ? `${item.name} (ilość: ${item.quantity})` : item.name,
    kind: ADDED,
    action: { label: `Do koszyka (${countItems(cart)})`, onClick: showCart },
  })
  return true
}

/** Kind of the toasts that can be undone: the last one takes the place of the one before. */
const REMOVAL = 'cart-removal'

export function removeFromCart(id: string): void {
  const before = readCart()
  const index = before.findIndex((item) => item.id === id)
  const item = before[index]
  if (!item) return
  applyToCart({ type: 'remove', id })
  toast({
    title: 'Produkt usunięty z koszyka',
    description: item.name,
    kind: REMOVAL,
    action: { label: 'Cofnij', onClick: () => applyToCart({ type: 'put-back', item, index }) },
  })
}

/** Sets how many pieces of a product are wanted; 0 or less removes it. */
export function setQuantity(id: string, quantity: number): void {
  if (quantity > 0) applyToCart({ type: 'set-quantity', id, quantity })
  else removeFromCart(id)
}

/** Takes over the price the shop asks now (zł), once the buyer has been shown it. */
export function setPrice(id: string, price: number): void {
  applyToCart({ type: 'set-price', id, price })
}

/** Empties the cart; `silent` after an order, whose confirmation says it all. */
export function clearCart({ silent = false }: { silent?: boolean } = {}): void {
  const before = readCart()
  applyToCart({ type: 'clear' })
  if (silent) return
  toast({
    title: 'Koszyk wyczyszczony',
    description: 'Wszystkie produkty zostały usunięte z koszyka',
    kind: REMOVAL,
    action: { label: 'Cofnij', onClick: () => applyToCart({ type: 'restore', cart: before }) },
  })
}

/** Changes the cart without a word: what storage holds at this moment, so that two tabs adding in turn do not undo each other. */
export function applyToCart(action: CartAction): Cart {
  const before = readCart()
  const after = changeCart(before, action)
  if (after !== before) {
    const raw = serializeCart(after)
    known = { raw, cart: after }
    writeStored(CART_STORAGE_KEY, raw)
    notify()
  }
  return after
}

let unsubscribe: (() => void) | null = null

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    const stop = onStoredElsewhere(CART_STORAGE_KEY, notify)
    window.addEventListener('pageshow', onPageShow)
    unsubscribe = () => {
      stop()
      window.removeEventListener('pageshow', onPageShow)
    }
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) unsubscribe?.()
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** A page woken from the back/forward cache slept through the storage events. */
function onPageShow(event: PageTransitionEvent): void {
  if (event.persisted) notify()
}

/** Empty carts are one array, so that React sees no change where there is none. */
const EMPTY_CART: Cart = []

/** The cart as it was read or written last, with the text it was stored as. */
let known: { raw: string | null; cart: Cart } = { raw: null, cart: EMPTY_CART }

/** The cart as it stands now. Looks into storage every time, because another tab may have written since; parses only news. */
function readCart(): Cart {
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
