import Stripe from 'stripe'
import { z } from 'zod'
import { fail, ok } from '#domain/kernel/result.ts'
import type {
  PaymentMode,
  PaymentProvider,
  PaymentProviders,
  SessionRequest,
} from '#domain/payments/payment-provider.ts'
import { answerOf, configurations, paymentSession, refund, SESSION_PARTS } from './stripe-answers.ts'
import { createEventReader } from './stripe-events.ts'
import { createProductCalls } from './stripe-products.ts'
import type { StripeAccount } from './stripe-settings.ts'

export type StripeOptions = StripeAccount & {
  mode: PaymentMode
  /** Longest time of one attempt, and number of retries under the same key. */
  timeoutMs?: number
  retries?: number
}

/** The buyer's browser gives up after 20 s: 3 attempts of 5 s, with pauses of less than 3 s. */
const TIMEOUT_MS = 5_000
const RETRIES = 2

/** Added to Stripe's shortest session, for the time of the request and different clocks. */
const EXPIRY_MARGIN_S = 60
const SHORTEST_SESSION_S = 30 * 60

/** A payment has few refunds; Stripe lists 100 in one answer. */
const MOST_REFUNDS = 1_000

/** Stripe in each mode that has keys. */
export function createStripeProviders(accounts: Readonly<Record<PaymentMode, StripeAccount | null>>): PaymentProviders {
  const create = (mode: PaymentMode) => {
    const account = accounts[mode]
    return account && createStripeProvider({ mode, ...account })
  }
  return { test: create('test'), live: create('live') }
}

/** Stripe in one mode, through its SDK: hosted Checkout in zł. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { mode, webhookSecret, url, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  const stripe = createStripeClient(options, { timeoutMs, retries })
  const { sessions } = stripe.checkout

  async function create(request: SessionRequest, idempotencyKey: string, expiresAt: number) {
    const described = describeSession(request, expiresAt)
    return answerOf(() => sessions.create(described, { idempotencyKey }), paymentSession)
  }
  const find = (id: string) => answerOf(() => sessions.retrieve(id, { expand: SESSION_PARTS }), paymentSession)

  return {
    name: 'stripe',
    mode,

    async createSession(request) {
      const expiresAt = Math.ceil(request.expiresAt.getTime() / 1000) + EXPIRY_MARGIN_S
      const created = await create(request, request.idempotencyKey, expiresAt)
      if (created.ok || created.failure.parameter !== 'expires_at') return created
      // A late attempt is refused because too little time is left. Then no earlier attempt made a session under this
      // key. Body and key of the second call follow from the request alone, so it can be repeated too.
      return create(request, `${request.idempotencyKey}:late`, expiresAt + SHORTEST_SESSION_S)
    },

    findSession: find,

    async expireSession(id) {
      const expired = await answerOf(() => sessions.expire(id, { expand: SESSION_PARTS }), paymentSession)
      if (expired.ok || expired.failure.reason !== 'provider_refused') return expired
      // Stripe expires open sessions only.
      const found = await find(id)
      return found.ok && found.value.status === 'open' ? expired : found
    },

    refund: ({ idempotencyKey, providerPaymentId, amountGrosze }) =>
      answerOf(
        () => stripe.refunds.create({ payment_intent: providerPaymentId, amount: amountGrosze }, { idempotencyKey }),
        refund,
      ),

    findRefunds: (providerPaymentId) =>
      answerOf(
        () =>
          stripe.refunds
            .list({ payment_intent: providerPaymentId, limit: 100 })
            .autoPagingToArray({ limit: MOST_REFUNDS }),
        z.array(refund),
      ),

    async listMeans() {
      const listed = await answerOf(() => stripe.paymentMethodConfigurations.list({ limit: 100 }), configurations)
      if (!listed.ok) return listed
      const used = listed.value.find((each) => each.is_default && each.application === null)
      // Without one nothing is known, which must not switch everything off.
      if (!used) return fail({ reason: 'provider_unavailable', why: 'no payment method configuration is the default' })
      return ok(used.means)
    },
    meansUrl:
      url === undefined
        ? `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}settings/payment_methods`
        : null,

    buildDashboardUrl({ sessionId, providerPaymentId }) {
      // The sandbox has no dashboard; its payment page shows the state of a session.
      if (url !== undefined) return sessionId && new URL(`/pay/${encodeURIComponent(sessionId)}`, url).href
      const area = mode === 'test' ? 'test/' : ''
      return (
        providerPaymentId && `https://dashboard.stripe.com/${area}payments/${encodeURIComponent(providerPaymentId)}`
      )
    },

    ...createProductCalls(stripe),
    readEvent: createEventReader(mode, webhookSecret),
  }
}

function describeSession(request: SessionRequest, expiresAt: number): Stripe.Checkout.SessionCreateParams {
  const { delivery } = request
  const metadata = { payment_id: request.paymentId, order_id: request.orderId }
  const line = (name: string, quantity: number, grosze: number, imageUrl?: string) => ({
    quantity,
    price_data: {
      currency: 'pln',
      unit_amount: grosze,
      product_data: { name, ...(imageUrl !== undefined && { images: [imageUrl] }) },
    },
  })
  return {
    mode: 'payment',
    locale: 'pl',
    // Stripe shows those of them that the account has and the buyer can use.
    allowed_payment_method_types: [...request.means],
    // The buyer pays in zł, as shown, not in another currency.
    adaptive_pricing: { enabled: false },
    line_items: [
      ...request.lines.map(({ name, quantity, unitGrosze, imageUrl }) => line(name, quantity, unitGrosze, imageUrl)),
      ...(delivery.grosze > 0 ? [line(delivery.name, 1, delivery.grosze)] : []),
    ],
    customer_email: request.customerEmail,
    client_reference_id: request.paymentId,
    metadata,
    payment_intent_data: { metadata },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: expiresAt,
    expand: SESSION_PARTS,
  }
}

/** Stripe's SDK with an account's key, at its address. */
export function createStripeClient(
  { secretKey, url }: Pick<StripeAccount, 'secretKey' | 'url'>,
  { timeoutMs, retries }: { timeoutMs: number; retries: number },
): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(url !== undefined && addressOf(new URL(url))),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const insecure = protocol === 'http:'
  return {
    protocol: insecure ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (insecure ? 80 : 443),
  }
}
