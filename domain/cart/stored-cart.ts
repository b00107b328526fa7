import { zlToGrosze } from '#domain/money.ts'
import { MAX_QUANTITY } from '#domain/orders/order.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Cart, CartItem } from './cart.ts'

/** Local storage key of the cart (spec 1 §9). */
export const CART_STORAGE_KEY = 'cart_items'

/** Longer ids and dearer products are none of ours; the API refuses a whole order for one of them. */
const MAX_ID_LENGTH = 100
const MAX_PRICE_ZL = 1_000_000

export type StoredCart = {
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
  const { id, name, price, quantity, image_url, brand_name, ...carried } = entry as Record<string, unknown>
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
