import { isObject, readStored, writeStored } from '#app/browser-storage.ts'
import { type Cart, parseStoredCart } from '#domain/cart/cart.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'

/** An order that waits for its payment, and where it is paid. */
export type BegunPayment = { url: string; orderId: string; sessionId: string }

export type StartedPaymentIds = Pick<BegunPayment, 'orderId' | 'sessionId'>

/** An order this browser went to pay for and does not know as paid, with a copy of its cart. */
export type UnpaidOrder = StartedPaymentIds & {
  /** Empty for an order of the product dialog, which does not touch the cart. */
  cart: Cart
  /** Ids of the ordered products. */
  products: string[]
  /** Ids of the products that were put back into the cart; null until they are. */
  returned: string[] | null
  /**
   * `awaited`: paid according to the payment page, not yet confirmed. `ended`: not paid, unless the buyer pays again.
   */
  wait: 'open' | 'awaited' | 'ended'
  /** The secret of the order's link, by which anybody may pay; null: only the session that ordered pays. */
  link: string | null
  /** Null when the payment was begun elsewhere. */
  totalGrosze: Grosze | null
  /** When the buyer left to pay, ms since 1970. */
  at: number
  /** The buyer closed the bar about this order. */
  hidden?: boolean
}

/** Orders beyond this number are dropped, the oldest first. */
const MOST_HELD = 5
/** Age from which a payment counts as abandoned, ms. */
const HELD_MS = 24 * 60 * 60 * 1000

export function forget({ orderId }: UnpaidOrder): void {
  writeOrders(readOrders().filter((order) => order.orderId !== orderId))
}

export function changeOrder(orderId: string, change: Partial<UnpaidOrder>): void {
  writeOrders(readOrders().map((order) => (order.orderId === orderId ? { ...order, ...change } : order)))
}

/**
 * Newest first.
 * @returns whether the browser stored them
 */
export function writeOrders(orders: readonly UnpaidOrder[]): boolean {
  return writeStored('unpaid_orders', orders.length === 0 ? null : JSON.stringify(orders.slice(0, MOST_HELD)))
}

/** The stored orders, without unreadable entries: another version of the shop may have written them. */
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
  const { orderId, sessionId, cart, products, returned, wait, link, totalGrosze, at, hidden } = entry
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
    link: typeof link === 'string' ? link : null,
    totalGrosze: typeof totalGrosze === 'number' ? totalGrosze : null,
    at,
    hidden: hidden === true,
  }
}

function readIds(stored: unknown): string[] | null {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : null
}
