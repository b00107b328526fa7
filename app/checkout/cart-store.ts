import { useSyncExternalStore } from 'react'
import { toast } from '#app/ui/toast.ts'
import {
  CART_STORAGE_KEY,
  type Cart,
  type CartAction,
  changeCart,
  parseStoredCart,
  serializeCart,
  toCartItem,
} from '#domain/cart/cart.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import { MAX_LINES } from '#domain/orders/order.ts'

const listeners = new Set<() => void>()

/** The cart, in step with storage and other tabs. Empty on the server and until hydration: public HTML carries no cart. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => EMPTY_CART)
}

/** The cart outside React, e.g. at the moment of ordering. */
export function currentCart(): Cart {
  return readCart()
}

/** Puts one piece into the cart (spec 1 §4). Sold-out products are not taken. */
export function addToCart(product: CardProduct): void {
  if (product.out_of_stock) {
    toast({ title: 'Produkt wyprzedany', description: product.name, tone: 'error' })
    return
  }
  const before = readCart()
  const cart = change({ type: 'add', item: toCartItem(product) })
  const item = cart.find(({ id }) => id === product.id)
  if (!item) {
    toast({
      title: 'Koszyk jest pełny',
      description: `W jednym zamówieniu mieści się ${MAX_LINES} różnych produktów.`,
      tone: 'error',
    })
    return
  }
  const wasThere = before.some(({ id }) => id === product.id)
  toast({
    title: 'Produkt dodany do koszyka',
    description: wasThere ? `${item.name} (ilość: ${item.quantity})` : item.name,
  })
}

export function removeFromCart(id: string): void {
  const before = readCart()
  const index = before.findIndex((item) => item.id === id)
  const item = before[index]
  if (!item) return
  change({ type: 'remove', id })
  toast({
    title: 'Produkt usunięty z koszyka',
    description: item.name,
    action: { label: 'Cofnij', onClick: () => change({ type: 'put-back', item, index }) },
  })
}

/** Sets how many pieces of a product are wanted; 0 or less removes it. */
export function setQuantity(id: string, quantity: number): void {
  if (quantity > 0) change({ type: 'set-quantity', id, quantity })
  else removeFromCart(id)
}

/** Takes over the price the shop asks now (zł), once the buyer has been shown it. */
export function setPrice(id: string, price: number): void {
  change({ type: 'set-price', id, price })
}

/** Empties the cart; `silent` after an order, when the confirmation says all there is to say. */
export function clearCart({ silent = false }: { silent?: boolean } = {}): void {
  change({ type: 'clear' })
  if (!silent) toast({ title: 'Koszyk wyczyszczony', description: 'Wszystkie produkty zostały usunięte z koszyka' })
}

/** Works on what storage holds at this moment, so that two tabs adding in turn do not undo each other. */
function change(action: CartAction): Cart {
  const before = readCart()
  const after = changeCart(before, action)
  if (after !== before) {
    writeCart(after)
    for (const listener of listeners) listener()
  }
  return after
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onPageShow)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onPageShow)
    }
  }
}

/** Another tab wrote (key null: it cleared everything). */
function onStorage(event: StorageEvent): void {
  if (event.key === null || event.key === CART_STORAGE_KEY) for (const listener of listeners) listener()
}

/** A page woken from the back/forward cache slept through the storage events. */
function onPageShow(event: PageTransitionEvent): void {
  if (event.persisted) for (const listener of listeners) listener()
}

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
