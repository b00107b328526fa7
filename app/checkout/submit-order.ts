import { type AnswerOf, callApi, type RefusalOf } from '#app/api-client.ts'
import type { FieldErrors } from '#app/ui/form/form.tsx'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import type { HeldOrder } from '#domain/checkout/held-order.ts'
import { answeredUnpaid, currentAttempt, endAttempt, endUnpaidAttempt, prepaidAttempt } from './order-attempt.ts'
import type { CheckoutBody, PrepaidOrderBody } from './order-body.ts'
import type { BegunPayment } from './unpaid/unpaid-order-store.ts'
import { giveUpReplaced } from './unpaid/unpaid-orders.ts'

const PLACE_ORDER = '/api/create-cash-on-delivery-order'
const ORDER_AND_PAY = '/api/create-checkout-session'

export type PlacedOrder = AnswerOf<'post', typeof PLACE_ORDER>

type Refusal = RefusalOf<'post', typeof PLACE_ORDER> | RefusalOf<'post', typeof ORDER_AND_PAY>

/** Why nothing was ordered. */
export type OrderProblem =
  | { kind: 'sign_in_required'; message: string }
  | { kind: 'price_changed'; change: PriceChange }
  /** `left` pieces are available; 0: sold out, undefined: no longer sold. */
  | { kind: 'short'; message: string; products: { id: string; left?: number }[] }
  | { kind: 'wrong_fields'; message: string; fields: FieldErrors }
  /** Its discount code does not apply. */
  | { kind: 'code_refused'; message: string }
  /** The order waits until its buyer opens the mailed link. */
  | { kind: 'held'; held: HeldOrder }
  /** The account has its limit of unfinished orders; the message says what the buyer can do. */
  | { kind: 'limit_reached'; message: string }
  /** An own unpaid order holds what is ordered; the buyer decides about it. */
  | { kind: 'own_order'; message: string; orderId: string; isPaid: boolean }
  /** No answer: whether the shop has the order is unknown. A retry makes no second order. */
  | { kind: 'unreachable' }
  /** The order failed for a reason that is not in the buyer's input. */
  | { kind: 'failed'; message: string }
  /** The order exists, but its payment could not begin. Empty message: the dialog uses its own words. */
  | { kind: 'payment_failed'; message: string }

type OrderOutcome = { kind: 'placed'; order: PlacedOrder } | OrderProblem
type PrepaidOutcome = { kind: 'to_pay'; payment: BegunPayment } | OrderProblem

/**
 * Sends an order paid on delivery. Repeats carry the same key until one is answered, so at most one order is placed.
 */
export async function submitOrder(body: CheckoutBody): Promise<OrderOutcome> {
  // The key is read before the first await, because another tab may end its attempt meanwhile.
  const items = 'items' in body ? body.items : [{ id: body.productId, quantity: body.productData.quantity }]
  const key = currentAttempt(items)
  const paid = await giveUpReplaced(items.map(({ id }) => id))
  if (paid !== null) return { kind: 'failed', message: paid }
  const answer = await callApi('post', PLACE_ORDER, { json: body, headers: { 'Idempotency-Key': key } })
  if (answer.ok) {
    endAttempt()
    return { kind: 'placed', order: answer.value }
  }
  return answer.failure.reason === 'refused' ? toProblem(answer.failure) : { kind: 'unreachable' }
}

/**
 * Sends a prepaid order. Until it is paid, every repeat carries its key and continues the same order, also after a
 * return from the payment page. A changed order is a new one.
 */
export async function submitPrepaidOrder(body: PrepaidOrderBody): Promise<PrepaidOutcome> {
  const { key, isAnswered } = prepaidAttempt(body.items)
  const answer = await callApi('post', ORDER_AND_PAY, { json: body, headers: { 'Idempotency-Key': key } })
  if (answer.ok) {
    answeredUnpaid(key)
    const { url, orderId, sessionId } = answer.value
    if (isWebAddress(url)) return { kind: 'to_pay', payment: { url, orderId, sessionId } }
    console.error('No checkout URL received')
    return { kind: 'payment_failed', message: '' }
  }
  const { failure } = answer
  if (failure.reason === 'unreachable') {
    console.error('Failed to create checkout session')
    return { kind: 'unreachable' }
  }
  switch (failure.code) {
    case 'idempotency_conflict': {
      if (!isAnswered) break
      // This is a different order from the one that waits for its payment.
      endUnpaidAttempt()
      const paid = await giveUpReplaced(body.items.map(({ id }) => id))
      return paid === null ? submitPrepaidOrder(body) : { kind: 'payment_failed', message: paid }
    }
    case 'payment_session_failed':
      console.error('Failed to create checkout session')
      answeredUnpaid(key)
      break
    case 'order_already_paid':
    case 'order_not_payable':
    case 'order_not_found':
    case 'ordered_product_gone':
      // That order is over; the next press is a new one.
      endAttempt()
      endUnpaidAttempt()
  }
  return toProblem(failure)
}

function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//.test(url)
}

const ALREADY_PLACED =
  'Poprzednie zamówienie zostało już przyjęte. Sprawdź je w panelu klienta, zanim zamówisz ponownie.'

function toProblem(refusal: Refusal): OrderProblem {
  const { message } = refusal
  switch (refusal.code) {
    case 'sign_in_required':
      return { kind: 'sign_in_required', message }
    case 'price_changed':
      return { kind: 'price_changed', change: refusal.details }
    case 'out_of_stock':
    case 'product_unavailable':
    case 'ordered_product_gone':
      return { kind: 'short', message, products: refusal.details.products }
    case 'idempotency_conflict':
      // An earlier press succeeded, its answer was lost, and the order has been changed since.
      endAttempt()
      return { kind: 'failed', message: ALREADY_PLACED }
    case 'order_held':
      endAttempt()
      endUnpaidAttempt()
      return { kind: 'held', held: refusal.details }
    case 'own_order_in_the_way': {
      const { order_id: orderId, state } = refusal.details
      return { kind: 'own_order', message, orderId, isPaid: state === 'paid' }
    }
    case 'order_limit_reached':
    case 'address_unproven':
    case 'sale_stopped':
    case 'cod_limit_exceeded':
      return { kind: 'limit_reached', message }
    case 'cod_not_for_you':
    case 'invalid_request':
    case 'locker_closed':
    case 'other_account':
    case 'shipping_method_not_offered':
      return { kind: 'wrong_fields', message, fields: namedAsInForm(refusal.fields) }
    case 'code_expired':
    case 'code_needs_more':
    case 'code_not_for_you':
    case 'code_not_yet':
    case 'code_unknown':
    case 'code_used_already':
    case 'code_used_up':
      return { kind: 'code_refused', message }
    case 'addition_over':
    case 'amount_not_payable':
    case 'order_already_paid':
    case 'order_not_found':
    case 'order_not_payable':
    case 'payment_session_failed':
    case 'payment_under_way':
    case 'payments_off':
      return { kind: 'payment_failed', message }
    case 'body_too_large':
    case 'busy':
    case 'database_unavailable':
    case 'forbidden_origin':
    case 'internal_error':
    case 'locker_unavailable':
    case 'shipping_costs_missing':
    case 'too_many_attempts':
      return { kind: 'failed', message }
  }
  // Every code above is all this build knows; a newer server may have more.
  refusal satisfies never
  return { kind: 'failed', message }
}

/** Maps the path of a field in the body, such as 'customerData.phone', to the form's name for it. */
function namedAsInForm(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(/^customerData\./, ''), message]),
  )
}
