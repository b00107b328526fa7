import { Hono } from 'hono'
import { z } from 'zod'
import { noSuch, parameters, readParameters, refuse } from './api-errors.ts'
import type { StripeEnv } from './idempotency.ts'
import { showRefund, showSession } from './objects.ts'
import type { Payments } from './stripe-payments.ts'
import { type LostMethods, METHODS, type SessionRecord } from './stripe-records.ts'

const { whole, flag, text, metadata, currency, expand } = parameters

/** Stripe's bounds: https://docs.stripe.com/api/checkout/sessions/create. */
const SHORTEST_MS = 30 * 60 * 1000
const LONGEST_MS = 24 * 60 * 60 * 1000
const LEAST_AMOUNT = 200
const MOST_AMOUNT = 99_999_999

const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' })
const lineSchema = z.strictObject({
  quantity: whole.refine((count) => count > 0, 'The quantity must be at least 1'),
  price_data: z.strictObject({
    currency,
    unit_amount: whole,
    product_data: z.strictObject({
      name: text.max(250),
      description: text.optional(),
      images: z.array(address).max(8).optional(),
      metadata: metadata.optional(),
    }),
  }),
})
const createSchema = z.strictObject({
  mode: z.literal('payment'),
  locale: text.default('auto'),
  allowed_payment_method_types: z.array(z.enum(METHODS)).min(1).default(METHODS.slice()),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  line_items: z.array(lineSchema).min(1).max(100),
  customer_email: z.email('Invalid email address').optional(),
  client_reference_id: text.max(200).optional(),
  metadata: metadata.default({}),
  payment_intent_data: z.strictObject({ metadata: metadata.optional(), description: text.optional() }).optional(),
  success_url: address,
  cancel_url: address.optional(),
  expires_at: whole.optional(),
  expand,
})
const refundSchema = z.strictObject({
  payment_intent: text,
  amount: whole.refine((amount) => amount > 0, 'Invalid positive integer').optional(),
  metadata: metadata.default({}),
})
const listSchema = z.strictObject({
  payment_intent: text,
  limit: whole.pipe(z.int().min(1).max(100)).default(10),
  starting_after: text.optional(),
})

/** Checkout sessions, what may pay them, and refunds, under `/v1`. */
export function createSessionsApi(
  payments: Payments,
  now: () => Date,
  pageUrl: (id: string) => string,
  lost: LostMethods,
): Hono<StripeEnv> {
  const api = new Hono<StripeEnv>()
  const show = (session: SessionRecord, expanded: readonly string[]) =>
    showSession(session, pageUrl(session.id), expanded)

  async function find(id: string, livemode: boolean): Promise<SessionRecord> {
    const session = await payments.find(id)
    if (session?.livemode !== livemode) throw noSuch('checkout.session', id, 'session')
    return session
  }
  function findPaid(intentId: string, livemode: boolean): SessionRecord {
    const session = payments.findByIntent(intentId)
    if (session?.livemode !== livemode) throw noSuch('payment_intent', intentId, 'payment_intent')
    return session
  }

  api.post('/checkout/sessions', async (c) => {
    const given = readParameters(await c.req.text(), createSchema)
    const amountTotal = given.line_items.reduce((sum, line) => sum + line.quantity * line.price_data.unit_amount, 0)
    if (amountTotal < LEAST_AMOUNT || amountTotal > MOST_AMOUNT) {
      const code = amountTotal < LEAST_AMOUNT ? 'amount_too_small' : 'amount_too_large'
      const bounds = 'at least 2.00 zł, and to no more than 999999.99 zł'
      throw refuse(`The Checkout Session's total amount due must add up to ${bounds}`, { code })
    }
    // A filter of what the account has: others are left out without a word.
    const methods = given.allowed_payment_method_types.filter((method) => !lost.has(method))
    if (methods.length === 0) {
      throw refuse('No payment method type is left. Please ensure that one is activated.', {
        param: 'allowed_payment_method_types',
      })
    }
    const time = now().getTime()
    const expiresAt = given.expires_at === undefined ? time + LONGEST_MS : given.expires_at * 1000
    if (expiresAt < Math.floor(time / 1000) * 1000 + SHORTEST_MS || expiresAt > time + LONGEST_MS) {
      const bounds = 'between 30 minutes and 24 hours from Checkout Session creation'
      throw refuse(`The \`expires_at\` timestamp must be ${bounds}.`, { param: 'expires_at' })
    }
    const session = await payments.open({
      livemode: c.get('livemode'),
      expiresAt,
      clientReferenceId: given.client_reference_id ?? null,
      customerEmail: given.customer_email ?? null,
      locale: given.locale,
      methods,
      lines: given.line_items.map(({ quantity, price_data: { unit_amount, product_data } }) => ({
        name: product_data.name,
        quantity,
        unitAmount: unit_amount,
        image: product_data.images?.[0] ?? null,
      })),
      amountTotal,
      metadata: given.metadata,
      intentMetadata: given.payment_intent_data?.metadata ?? {},
      successUrl: given.success_url,
      cancelUrl: given.cancel_url ?? null,
    })
    return c.json(show(session, given.expand))
  })

  api.get('/payment_method_configurations', (c) => {
    readParameters(queryOf(c.req.url), z.strictObject({ limit: whole.optional() }))
    const shown = METHODS.map((method) => [method, { available: !lost.has(method) }])
    const own = { id: 'pmc_sandbox', object: 'payment_method_configuration', name: 'Default', active: true }
    const data = [{ ...own, application: null, is_default: true, ...Object.fromEntries(shown) }]
    return c.json({ object: 'list', url: '/v1/payment_method_configurations', has_more: false, data })
  })

  api.get('/checkout/sessions/:id', async (c) => {
    const given = readParameters(queryOf(c.req.url), z.strictObject({ expand }))
    return c.json(show(await find(c.req.param('id'), c.get('livemode')), given.expand))
  })

  api.post('/checkout/sessions/:id/expire', async (c) => {
    const given = readParameters(await c.req.text(), z.strictObject({ expand }))
    const { id, status } = await find(c.req.param('id'), c.get('livemode'))
    const expired = await payments.expire(id)
    if (expired) return c.json(show(expired, given.expand))
    throw refuse(
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
        `This Checkout Session has a status of \`${status}\`.`,
    )
  })

  api.post('/refunds', async (c) => {
    const given = readParameters(await c.req.text(), refundSchema)
    const session = findPaid(given.payment_intent, c.get('livemode'))
    const { money } = session
    if (money?.dispute && money.dispute.status !== 'won') {
      throw refuse(`Charge ${money.chargeId} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      })
    }
    const refund = await payments.refund(session, given.amount ?? session.amountTotal, given.metadata)
    if (refund === null) {
      throw refuse('The refund is greater than what is left of the payment, or there is no charge to refund.', {
        code: 'charge_already_refunded',
      })
    }
    return c.json(refund)
  })

  api.get('/refunds', (c) => {
    const given = readParameters(queryOf(c.req.url), listSchema)
    const { money } = findPaid(given.payment_intent, c.get('livemode'))
    const newestFirst = (money?.refunds ?? []).toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
    const start = newestFirst.findIndex(({ id }) => id === given.starting_after) + 1
    const data = newestFirst.slice(start, start + given.limit)
    return c.json({
      object: 'list',
      data: money ? data.map((refund) => showRefund(money, refund)) : [],
      has_more: start + given.limit < newestFirst.length,
      url: '/v1/refunds',
    })
  })

  return api
}

const queryOf = (url: string): string => new URL(url).search.slice(1)
