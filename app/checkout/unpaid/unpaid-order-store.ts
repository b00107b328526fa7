import { isObject, readStored, writeStored } from '#app/browser-storage.ts'
import { type Cart, parseStoredCart } from '#domain/cart/cart.ts'
import type { Grosze } from '#domain/kernel/money.ts'

/** An order that waits for its payment, and where it is paid. */
export type StartedPayment = { url: string; orderId: string; sessionId: string }

export type StartedPaymentIds = Pick<StartedPayment, 'orderId' | 'sessionId'>

/** An order this browser went to pay for and has not seen paid, with a copy of the cart it was made of. */
export type UnpaidOrder = StartedPaymentIds & {
  /** Empty for an order of the product dialog, which leaves the cart alone. */
  cart: Cart
  /** What was ordered. */
  products: string[]
  /** The products that were put back into the cart; null until they are. */
  returned: string[] | null
  /**
   * `awaited`: the buyer has paid as far as the payment page says, and what is missing is the word of the provider. `ended`: it
   * was not paid, and will not be unless the buyer pays again.
   */
  wait: 'open' | 'awaited' | 'ended'
  /** What is to be paid; null where the payment was begun elsewhere. */
  totalGrosze: Grosze | null
  /** When the buyer left to pay, ms. */
  at: number
  /** The buyer wants no bar about it. */
  hidden?: boolean
}

/** More than anybody leaves unpaid; older ones go. */
const MOST_HELD = 5
/** By then nobody pays it any more, ms. */
const HELD_MS = 24 * 60 * 60 * 1000

export function forget({ orderId }: UnpaidOrder): void {
  writeOrders(readOrders().filter((order) => order.orderId !== orderId))
}

export function changeOrder(orderId: string, change: Partial<UnpaidOrder>): void {
  writeOrders(readOrders().map((order) => (order.orderId === orderId ? { ...order, ...change } : order)))
}

/** Newest first. */
export function writeOrders(orders: readonly UnpaidOrder[]): void {
  writeStored('unpaid_orders', orders.length === 0 ? null : JSON.stringify(orders.slice(0, MOST_HELD)))
}

/** What storage holds; entries that are none, of another version of the shop or of a person's hand, are left out. */
export function readOrders(): UnpaidOrder[] {
  try {
    const stored: unknown = JSON.parse(readStored('unpaid_orders') ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((entry) => parseOrder(entry) ?? []) : []
  } catch (cause) {
    console.warn('unpaid_orders is unreadable and ignored.', cause)
    return []
  }
}

function parseOrder(entry: unknown): UnpaidOrder | null {
  if (!isObject(entry)) return null
  const { orderId, sessionId, cart, products, returned, wait, totalGrosze, at, hidden } = entry
  if (typeof orderId !== 'string' || typeof sessionId !== 'string' || typeof at !== 'number') return null
  if (Date.now() - at > HELD_MS) return null
  const parsed = parseStoredCart(JSON.stringify(cart ?? []))
  return {
    orderId,
    sessionId,
    cart: parsed.ok ? parsed.value.cart : [],
    products: readIds(products) ?? [],
    returned: readIds(returned),
    wait: wait === 'awaited' || wait === 'ended' ? wait : 'open',
    totalGrosze: typeof totalGrosze === 'number' ? totalGrosze : null,
    at,
    hidden: hidden === true,
  }
}

function readIds(stored: unknown): string[] | null {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : null
}
