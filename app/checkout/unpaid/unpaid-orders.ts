import { href } from 'react-router'
import { type ApiFailure, callApi } from '#app/api-client.ts'
import { writeStored } from '#app/browser-storage.ts'
import { applyToCart, clearCart, currentCart } from '#app/cart/cart-store.ts'
import { endUnpaidAttempt } from '#app/checkout/order-attempt.ts'
import { clearDraft } from '#app/checkout/use-checkout-form.ts'
import { toast } from '#app/ui/toast.ts'
import { CHECKOUT_TEXTS } from '#domain/checkout/checkout-form.ts'
import type { Result } from '#domain/kernel/result.ts'
import { findPaymentEnd } from '#domain/payments/payment.ts'
import type { PaymentState } from '#domain/payments/payment-status.ts'
import {
  type BegunPayment,
  changeOrder,
  forget,
  readOrders,
  type StartedPaymentIds,
  type UnpaidOrder,
  writeOrders,
} from './unpaid-order-store.ts'

type Held = Pick<UnpaidOrder, 'cart' | 'totalGrosze'> & {
  /** Ids of what was ordered. */
  products: readonly string[]
  link?: string | null
}

/**
 * Notes that the buyer leaves to pay for a new order, with a copy of its cart.
 * @returns whether the browser stored it
 */
export function holdUnpaid({ orderId, sessionId }: StartedPaymentIds, held: Held): boolean {
  const others = readOrders().filter((order) => order.orderId !== orderId)
  const state = { returned: null, wait: 'open', at: Date.now() } as const
  return writeOrders([{ link: null, ...held, products: [...held.products], orderId, sessionId, ...state }, ...others])
}

/**
 * As `holdUnpaid`, and empties the cart silently until the order is paid or the buyer returns without having paid. A
 * browser that cannot store the copy keeps its cart.
 */
export function holdCart(payment: StartedPaymentIds, held: Held): void {
  if (holdUnpaid(payment, held) && held.cart.length > 0) clearCart({ silent: true })
}

/**
 * Notes that the buyer leaves to pay again, in the still open payment session or a new one. The cart stays as it is.
 * @param link the secret of the order's link, if the buyer pays by it
 */
export function holdAgain({ orderId, sessionId }: StartedPaymentIds, link: string | null): void {
  const order = readOrders().find((held) => held.orderId === orderId)
  if (!order) holdUnpaid({ orderId, sessionId }, { cart: [], products: [], totalGrosze: null, link })
  else {
    const at = order.sessionId === sessionId ? order.at : Date.now()
    changeOrder(orderId, { sessionId, wait: 'open', at, link: link ?? order.link })
  }
}

/** Asks for the payment page of an order: by the order's link if this browser has it, else in the buyer's session. */
export function beginPayment(orderId: string): Promise<Result<BegunPayment, ApiFailure>> {
  const link = readOrders().find((order) => order.orderId === orderId)?.link ?? null
  return link === null
    ? callApi('post', '/api/orders/:id/pay', { param: { id: orderId } })
    : callApi('post', '/api/order-link/pay', { json: { token: link } })
}

/**
 * Opens the payment page of an unpaid order; of one that cannot be paid any more, the page with its state.
 * Other refusals are temporary and are shown on the present page.
 */
export async function finishPayment(orderId: string): Promise<void> {
  const started = await beginPayment(orderId)
  if (started.ok) {
    holdAgain(started.value, null)
    return window.location.assign(started.value.url)
  }
  const { failure } = started
  if (failure.reason === 'refused' && (failure.code === 'order_already_paid' || failure.code === 'order_not_payable')) {
    return window.location.assign(`${href('/payment-cancel')}?order=${orderId}`)
  }
  const { title, description } = CHECKOUT_TEXTS.paymentFailed
  toast({ title, description: failure.reason === 'refused' ? failure.message : description, tone: 'error' })
}

/** The unpaid order with this payment session or this id. */
export function findUnpaid(
  known: { sessionId: string } | { orderId: string },
): Pick<UnpaidOrder, 'orderId' | 'sessionId' | 'wait' | 'link'> | null {
  const isKnown = (order: UnpaidOrder) =>
    'orderId' in known ? order.orderId === known.orderId : order.sessionId === known.sessionId
  return readOrders().find(isKnown) ?? null
}

/**
 * Notes the state of a payment. Shows no toast, because the screen already shows the state.
 * @returns whether products of the order are back in the cart
 */
export function notePayment(sessionId: string, state: PaymentState): boolean {
  const order = readOrders().find((held) => held.sessionId === sessionId)
  if (state === 'paid') {
    clearDraft()
    writeStored('discount_code', null)
    endUnpaidAttempt()
  }
  if (!order) return false
  if (state !== 'checking') return settle(order, state) > 0
  changeOrder(order.orderId, { wait: 'awaited' })
  return false
}

/** Puts the products of an unpaid order back into the cart; returns whether any are in the cart again. */
export function returnCart(orderId: string): boolean {
  const order = readOrders().find((held) => held.orderId === orderId)
  return order !== undefined && giveBack(order) > 0
}

type WaitingOrder = Pick<UnpaidOrder, 'orderId' | 'totalGrosze'> & { until: Date; returned: readonly string[] }

/**
 * The newest order whose buyer is back without having paid, and until when its pieces are held.
 * @param evenHidden includes orders whose bar was closed
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
 * Gives up the unpaid orders that a new order of these products replaces, so that their pieces are free for it.
 * @returns the shop's sentence when one of them turns out to be paid and nothing should be ordered again
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
 * Frees the pieces of unavailable products that unpaid orders of this browser hold, once their cart was given back.
 * Such an order can still be paid while the pieces are in stock.
 * @returns whether any were freed
 */
export async function freeOwnPieces(products: readonly string[]): Promise<boolean> {
  let isFreed = false
  for (const { orderId, wait, ...order } of readOrders()) {
    if (wait !== 'open' || order.returned === null || !order.products.some((id) => products.includes(id))) continue
    const answer = await callApi('post', '/api/orders/:id/give-up', { param: { id: orderId } })
    if (!answer.ok) continue
    changeOrder(orderId, { wait: 'ended' })
    // The next order needs a new key.
    endUnpaidAttempt()
    isFreed = true
  }
  return isFreed
}

/**
 * Gives up an unpaid order at the buyer's request; a refusal is shown.
 * @returns whether its pieces are free
 */
export async function giveUpOrder(orderId: string): Promise<boolean> {
  const answer = await callApi('post', '/api/orders/:id/give-up', { param: { id: orderId } })
  if (answer.ok) {
    const order = readOrders().find((held) => held.orderId === orderId)
    if (order) forget(order)
    return true
  }
  const description = answer.failure.reason === 'refused' ? answer.failure.message : undefined
  toast({ title: 'Nie udało się zrezygnować', description, tone: 'error' })
  return false
}

/** When each session was checked last, ms; a waiting order is not checked with every page. */
const checkedAt = new Map<string, number>()
const CHECK_EVERY_MS = 20_000

/**
 * Asks for the state of each payment and gives back the cart of those that did not happen. Without an answer it gives
 * the cart back too: the buyer can empty it again, but could not restore it.
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
    if (order.returned !== null && Date.now() - (checkedAt.get(order.sessionId) ?? 0) < CHECK_EVERY_MS) continue
    checkedAt.set(order.sessionId, Date.now())
    const answer = await callApi('get', '/api/payment-status', { query: { session_id: order.sessionId } })
    const state = answer.ok ? answer.value.state : 'checking'
    const total = answer.ok ? answer.value.totalGrosze : null
    if (total !== null) changeOrder(order.orderId, { totalGrosze: total })
    // Another tab may have already done it.
    const now = readOrders().find(({ orderId }) => orderId === order.orderId)
    if (!now) continue
    const isNews = now.returned === null && now.wait === 'open' && state !== 'paid' && state !== 'refunded'
    const products = settle(now, state)
    if (isNews) announce(now, products)
    if (state === 'paid') endUnpaidAttempt()
  }
}

/** Brings copy and cart in line with the payment's state; returns how many products the cart has got back. */
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
      // Kept, because another attempt may pay it, and then the products leave the cart again.
      changeOrder(order.orderId, { wait: 'ended' })
      return products
    }
  }
}

/** Puts the products back that are not in the cart; only once per order. */
function giveBack(order: UnpaidOrder): number {
  if (order.returned !== null) return order.returned.length
  const before = new Set(currentCart().map(({ id }) => id))
  const after = applyToCart({ type: 'restore', cart: order.cart })
  const returned = after.filter(({ id }) => !before.has(id)).map(({ id }) => id)
  changeOrder(order.orderId, { returned })
  return returned.length
}

/** Takes the returned products of a paid order out of the cart again, but not pieces that were added since. */
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
    action: { label: 'Dokończ płatność', onClick: () => void finishPayment(orderId) },
  })
}
