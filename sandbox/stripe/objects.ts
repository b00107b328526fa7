import type { EventRecord, Money, PriceRecord, ProductRecord, RefundRecord, SessionRecord } from './stripe-records.ts'

/** The version of the API whose objects these are. */
export const API_VERSION = '2026-10-28.endive'

const seconds = (ms: number) => Math.floor(ms / 1000)

/** A session as the API answers it. `expand` names the objects to include whole instead of by id. */
export function showSession(session: SessionRecord, pageUrl: string, expand: readonly string[] = []): object {
  const { money } = session
  const whole = expand.some((path) => path === 'payment_intent' || path.startsWith('payment_intent.'))
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: session.methods,
    amount_subtotal: session.amountTotal,
    amount_total: session.amountTotal,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    created: seconds(session.created),
    currency: 'pln',
    customer: null,
    customer_creation: 'if_required',
    customer_details: session.customerEmail === null ? null : { email: session.customerEmail, name: null },
    customer_email: session.customerEmail,
    expires_at: seconds(session.expiresAt),
    livemode: session.livemode,
    locale: session.locale,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: money && (whole ? showIntent(session, money, expand) : money.intentId),
    payment_method_types: session.methods,
    payment_status: money?.status === 'succeeded' ? 'paid' : 'unpaid',
    shipping_options: [],
    status: session.status,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? pageUrl : null,
  }
}

const INTENT_STATUSES = { processing: 'processing', succeeded: 'succeeded', failed: 'requires_payment_method' } as const

function showIntent(session: SessionRecord, money: Money, expand: readonly string[]): object {
  return {
    id: money.intentId,
    object: 'payment_intent',
    amount: session.amountTotal,
    amount_received: money.status === 'succeeded' ? session.amountTotal : 0,
    created: seconds(money.created),
    currency: 'pln',
    latest_charge: expand.includes('payment_intent.latest_charge') ? showCharge(session, money) : money.chargeId,
    livemode: session.livemode,
    metadata: session.intentMetadata,
    status: INTENT_STATUSES[money.status],
  }
}

/** The sum of refunds that succeeded or are pending. */
export function sumRefunds(money: Money): number {
  return money.refunds.reduce((sum, refund) => (refund.status === 'failed' ? sum : sum + refund.amount), 0)
}

const CHARGE_STATUSES = { processing: 'pending', succeeded: 'succeeded', failed: 'failed' } as const

export function showCharge(session: SessionRecord, money: Money): object {
  const refunded = sumRefunds(money)
  return {
    id: money.chargeId,
    object: 'charge',
    amount: session.amountTotal,
    amount_refunded: refunded,
    created: seconds(money.created),
    currency: 'pln',
    disputed: money.dispute !== null,
    livemode: session.livemode,
    metadata: session.intentMetadata,
    paid: money.status === 'succeeded',
    payment_intent: money.intentId,
    payment_method_details: { type: money.method, [money.method]: {} },
    refunded: refunded === session.amountTotal,
    status: CHARGE_STATUSES[money.status],
  }
}

export function showRefund(money: Money, refund: RefundRecord): object {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: money.chargeId,
    created: seconds(refund.created),
    currency: 'pln',
    ...(refund.status === 'failed' && { failure_reason: 'unknown' }),
    metadata: refund.metadata,
    payment_intent: money.intentId,
    reason: null,
    receipt_number: null,
    status: refund.status,
  }
}

/** How long the shop may answer a dispute. */
const ANSWER_WITHIN_MS = 9 * 24 * 60 * 60 * 1000

export function showDispute(session: SessionRecord, money: Money): object {
  return {
    id: money.dispute?.id,
    object: 'dispute',
    amount: session.amountTotal,
    charge: money.chargeId,
    created: seconds(money.dispute?.created ?? 0),
    currency: 'pln',
    evidence_details: {
      due_by: money.dispute ? seconds(money.dispute.created + ANSWER_WITHIN_MS) : null,
      has_evidence: money.dispute?.status === 'under_review',
    },
    livemode: session.livemode,
    payment_intent: money.intentId,
    reason: 'general',
    status: money.dispute?.status,
  }
}

export function showProduct(product: ProductRecord): object {
  return {
    id: product.id,
    object: 'product',
    active: product.active,
    created: seconds(product.created),
    default_price: product.defaultPrice,
    description: product.description,
    images: product.images,
    livemode: product.livemode,
    metadata: product.metadata,
    name: product.name,
    type: 'service',
  }
}

export function showPrice(price: PriceRecord): object {
  return {
    id: price.id,
    object: 'price',
    active: price.active,
    billing_scheme: 'per_unit',
    created: seconds(price.created),
    currency: 'pln',
    livemode: price.livemode,
    metadata: price.metadata,
    product: price.product,
    recurring: null,
    type: 'one_time',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  }
}

/** The body of an event. */
export function writeEvent(event: Omit<EventRecord, 'body'>, object: object): string {
  return JSON.stringify({
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(event.created),
    data: { object },
    livemode: event.livemode,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  })
}
