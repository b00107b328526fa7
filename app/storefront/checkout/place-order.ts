import { callApi, type Refusal } from '#app/call-api.ts'
import type { PriceChange, Shortage, Unavailable } from '#domain/orders/order-answer.ts'
import { endAttempt, idempotencyKey } from './idempotency-key.ts'
import type { OrderBody } from './order-request.ts'
import type { FormErrors } from './use-checkout-form.ts'

export type PlacedOrder = { orderId: string; orderIds: string[]; checkoutId: string; totalGrosze: number }

export type OrderOutcome =
  | { kind: 'placed'; order: PlacedOrder }
  | { kind: 'sign_in_required'; message: string }
  | { kind: 'price_changed'; change: PriceChange }
  /** `left` pieces can still be had; 0: sold out, undefined: gone for good. */
  | { kind: 'short'; message: string; products: { id: string; left?: number }[] }
  | { kind: 'wrong_fields'; message: string; fields: FormErrors }
  /** Nothing the buyer typed is at fault. Empty message: the dialog's own words. */
  | { kind: 'failed'; message: string }

/** Sends an order. Repeats carry the same key until one is answered, so it happens once however often this is called. */
export async function placeOrder(body: OrderBody): Promise<OrderOutcome> {
  const answer = await callApi<PlacedOrder>('/api/create-cash-on-delivery-order', {
    post: body,
    headers: { 'Idempotency-Key': idempotencyKey() },
  })
  if (!answer.ok)
    return answer.failure.reason === 'refused' ? outcomeOf(answer.failure) : { kind: 'failed', message: '' }
  endAttempt()
  return { kind: 'placed', order: answer.value }
}

const ALREADY_PLACED =
  'Poprzednie zamówienie zostało już przyjęte. Sprawdź je w panelu klienta, zanim zamówisz ponownie.'

function outcomeOf(refusal: Refusal): OrderOutcome {
  const { code, message, fields } = refusal
  switch (code) {
    case 'sign_in_required':
      return { kind: 'sign_in_required', message }
    case 'price_changed':
      return { kind: 'price_changed', change: refusal.details as PriceChange }
    case 'out_of_stock':
      return { kind: 'short', message, products: (refusal.details as Shortage).products }
    case 'product_unavailable':
      return { kind: 'short', message, products: (refusal.details as Unavailable).products }
    case 'idempotency_conflict':
      // An earlier press got through, its answer did not, and something has been changed since.
      endAttempt()
      return { kind: 'failed', message: ALREADY_PLACED }
  }
  return Object.keys(fields).length > 0 ? { kind: 'wrong_fields', message, fields } : { kind: 'failed', message }
}
