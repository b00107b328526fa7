import { href } from 'react-router'
import { callApi } from '#app/api-client.ts'
import { applyToCart, clearCart, currentCart } from '#app/cart/cart-store.ts'
import { endUnpaidAttempt } from '#app/checkout/order-attempt.ts'
import { clearDraft } from '#app/checkout/use-checkout-form.ts'
import { toast } from '#app/ui/toast.ts'
import type { Cart } from '#domain/cart/cart.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { findPaymentEnd } from '#domain/payments/payment.ts'
import type { PaymentState } from '#domain/payments/payment-status.ts'
import {
  changeOrder,
  forget,
  readOrders,
  type StartedPayment,
  type StartedPaymentIds,
  type UnpaidOrder,
  writeOrders,
} from './unpaid-order-store.ts'

/**
 * Empties the cart silently and holds a copy of it until the order is paid, or the buyer is back without having paid.
 * @param products ids of what was ordered
 */
export function holdCart(
  { orderId, sessionId }: StartedPaymentIds,
  cart: Cart,
  products: readonly string[],
  totalGrosze: Grosze | null,
): void {
  const others = readOrders().filter((order) => order.orderId !== orderId)
  const held: UnpaidOrder = {
    orderId,
    sessionId,
    cart,
    products: [...products],
    returned: null,
    wait: 'open',
    totalGrosze,
    at: Date.now(),
  }
  writeOrders([held, ...others])
  if (cart.length > 0) clearCart({ silent: true })
}

/** Another attempt to pay for an order begins, known by another session; its cart stays where it is. */
export function holdAgain(payment: StartedPayment): void {
  const { orderId, sessionId } = payment
  if (readOrders().some((order) => order.orderId === orderId)) {
    changeOrder(orderId, { sessionId, wait: 'open', at: Date.now() })
  } else holdCart(payment, [], [], null)
}

/** The order of a payment session, or the session of an order, where this browser went to pay for it. */
export function findUnpaid(
  known: { sessionId: string } | { orderId: string },
): Pick<UnpaidOrder, 'orderId' | 'sessionId' | 'wait'> | null {
  const isKnown = (order: UnpaidOrder) =>
    'orderId' in known ? order.orderId === known.orderId : order.sessionId === known.sessionId
  return readOrders().find(isKnown) ?? null
}

/**
 * Takes note of what became of a payment that is on the screen: the buyer is told there, so nothing is said here. Whether
 * products of the order are in the cart again.
 */
export function notePayment(sessionId: string, state: PaymentState): boolean {
  const order = readOrders().find((held) => held.sessionId === sessionId)
  if (state === 'paid') {
    clearDraft()
    endUnpaidAttempt()
  }
  if (!order) return false
  if (state !== 'checking') return settle(order, state) > 0
  changeOrder(order.orderId, { wait: 'awaited' })
  return false
}

/** The buyer is on the page of a payment that did not happen: gives the cart back. Whether products of it are there again. */
export function returnCart(orderId: string): boolean {
  const order = readOrders().find((held) => held.orderId === orderId)
  return order !== undefined && giveBack(order) > 0
}

export type WaitingOrder = Pick<UnpaidOrder, 'orderId' | 'totalGrosze'> & { until: Date; returned: readonly string[] }

/**
 * The newest order of this browser whose buyer is back without having paid, and until when its pieces are held. One whose bar
 * was closed only with `evenHidden`.
 */
export function findWaitingOrder(now: number, { evenHidden = false } = {}): WaitingOrder | null {
  for (const { orderId, wait, returned, totalGrosze, at, hidden } of readOrders()) {
    const until = findPaymentEnd(new Date(at))
    if (wait !== 'open' || returned === null || (hidden && !evenHidden) || until.getTime() <= now) continue
    return { orderId, until, returned, totalGrosze }
  }
  return null
}

export function hideWaitingOrder(orderId: string): void {
  changeOrder(orderId, { hidden: true })
}

/**
 * Another order is about to take the place of unpaid ones whose products are all in it: gives those up, so that their pieces
 * are free for it. Answers the shop's sentence when one turns out to be paid: then nothing should be ordered once more.
 */
export async function giveUpReplaced(products: readonly string[]): Promise<string | null> {
  for (const order of readOrders()) {
    const isReplaced = order.products.length > 0 && order.products.every((id) => products.includes(id))
    if (!isReplaced || order.wait !== 'open') continue
    const answer = await callApi('post', '/api/orders/:id/give-up', { param: { id: order.orderId } })
    if (answer.ok) forget(order)
    else if (answer.failure.reason === 'refused' && answer.failure.code === 'order_already_paid') {
      notePayment(order.sessionId, 'paid')
      return answer.failure.message
    }
  }
  return null
}

/**
 * Products of the cart cannot be had: frees the pieces that an unpaid order of this browser, whose cart was given back, holds
 * itself. That order can be paid again as long as they are there. Whether there were any.
 */
export async function freeOwnPieces(products: readonly string[]): Promise<boolean> {
  let isFreed = false
  for (const { orderId, wait, ...order } of readOrders()) {
    if (wait !== 'open' || order.returned === null || !order.products.some((id) => products.includes(id))) continue
    const answer = await callApi('post', '/api/orders/:id/give-up', { param: { id: orderId } })
    if (!answer.ok) continue
    changeOrder(orderId, { wait: 'ended' })
    // What is ordered next is another order.
    endUnpaidAttempt()
    isFreed = true
  }
  return isFreed
}

/** When each order was asked about last, ms; an order that waits is not asked about with every page. */
const askedAt = new Map<string, number>()
const ASKED_EVERY_MS = 20_000

/**
 * The buyer is in the shop again: asks what became of the payments, and gives back the cart of those that did not happen.
 * Without an answer it is given back too: a cart too many can be emptied, a lost one is lost.
 */
export function checkUnpaidOrders(): Promise<void> {
  checking ??= checkEach().finally(() => {
    checking = null
  })
  return checking
}

let checking: Promise<void> | null = null

async function checkEach(): Promise<void> {
  for (const order of readOrders()) {
    if (order.wait === 'ended') continue
    if (order.returned !== null && Date.now() - (askedAt.get(order.sessionId) ?? 0) < ASKED_EVERY_MS) continue
    askedAt.set(order.sessionId, Date.now())
    const answer = await callApi('get', '/api/payment-status', { query: { session_id: order.sessionId } })
    const state = answer.ok ? answer.value.state : 'checking'
    const total = answer.ok ? answer.value.totalGrosze : null
    if (total !== null) changeOrder(order.orderId, { totalGrosze: total })
    // Another tab may have been faster.
    const now = readOrders().find(({ orderId }) => orderId === order.orderId)
    if (!now) continue
    const isNews = now.returned === null && now.wait === 'open' && state !== 'paid' && state !== 'refunded'
    const products = settle(now, state)
    if (isNews) announce(now, products)
    if (state === 'paid') endUnpaidAttempt()
  }
}

/** Puts copy and cart in order; answers how many products are in the cart because they were given back. */
function settle(order: UnpaidOrder, state: PaymentState): number {
  switch (state) {
    case 'paid':
      takeBack(order)
      forget(order)
      return 0
    case 'refunded':
      forget(order)
      return 0
    case 'checking':
      return order.wait === 'awaited' ? 0 : giveBack(order)
    case 'not_paid':
    case 'unknown': {
      const products = giveBack(order)
      // Should it be paid by another attempt, what was given back has to leave the cart again.
      changeOrder(order.orderId, { wait: 'ended' })
      return products
    }
  }
}

/** Puts the products back, once, that are not in the cart again already. */
function giveBack(order: UnpaidOrder): number {
  if (order.returned !== null) return order.returned.length
  const before = new Set(currentCart().map(({ id }) => id))
  const after = applyToCart({ type: 'restore', cart: order.cart })
  const returned = after.filter(({ id }) => !before.has(id)).map(({ id }) => id)
  changeOrder(order.orderId, { returned })
  return returned.length
}

/** The order is paid after all: what was given back leaves the cart again, but not the pieces that were added since. */
function takeBack({ cart, returned }: UnpaidOrder): void {
  for (const { id, quantity: ordered } of cart) {
    if (!returned?.includes(id)) continue
    const quantity = currentCart().find((item) => item.id === id)?.quantity ?? 0
    if (quantity > 0) applyToCart({ type: 'set-quantity', id, quantity: quantity - ordered })
  }
}

function announce({ orderId }: UnpaidOrder, products: number): void {
  toast({
    title: 'Zamówienie czeka na płatność',
    description: products > 0 ? 'Produkty są znów w koszyku.' : undefined,
    kind: 'unpaid-order',
    action: {
      label: 'Dokończ płatność',
      onClick: () => window.location.assign(`${href('/payment-cancel')}?order=${orderId}`),
    },
  })
}
