import Stripe from 'stripe'
import { z } from 'zod'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PaymentSession, ProviderFailure, ProviderRefund } from '#domain/payments/payment-provider.ts'

/** The id of an object that an answer contains by id or whole. */
export const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

const charge = z.object({
  amount_refunded: z.int(),
  // Optional, because no payment is refused for its value.
  payment_method_details: z
    .object({ type: z.string().max(40) })
    .nullish()
    .catch(null),
})

const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  latest_charge: z.union([z.string(), charge]).nullish(),
})

/** Objects to include in a session, so that one call reads everything about it. */
export const SESSION_PARTS = ['payment_intent.latest_charge']

export const paymentSession = z
  .object({
    id: z.string(),
    livemode: z.boolean(),
    url: z.string().nullish(),
    status: z.enum(['open', 'complete', 'expired']),
    payment_status: z.string(),
    amount_total: z.int(),
    currency: z.string(),
    payment_method_types: z.array(z.string()).nullish(),
    client_reference_id: z.string().nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    payment_intent: paymentIntent.nullish(),
  })
  .transform((session): PaymentSession => {
    const { payment_id: paymentId, order_id: orderId } = session.metadata ?? {}
    const paid = session.payment_status === 'paid'
    const money = session.payment_intent
    const latest = money?.latest_charge
    const charged = typeof latest === 'object' ? latest : null
    return {
      id: session.id,
      mode: session.livemode ? 'live' : 'test',
      url: session.url ?? null,
      status: session.status,
      paid,
      underWay: session.status === 'complete' && !paid && money?.status === 'processing',
      amountGrosze: session.amount_total,
      currency: session.currency,
      means: session.payment_method_types ?? [],
      // Both places name the payment of a session of ours.
      paymentId: paymentId !== undefined && paymentId === session.client_reference_id ? paymentId : null,
      orderId: orderId ?? null,
      providerPaymentId: paid ? (money?.id ?? null) : null,
      paidWith: (paid && charged?.payment_method_details?.type) || null,
      refundedGrosze: charged?.amount_refunded ?? 0,
    }
  })

const REFUND_STATUSES = new Map<string, ProviderRefund['status']>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

export const refund = z
  .object({ id: z.string(), amount: z.int(), status: z.string().nullish(), payment_intent: reference.nullish() })
  .transform(
    (given): ProviderRefund => ({
      id: given.id,
      providerPaymentId: given.payment_intent ?? null,
      amountGrosze: given.amount,
      // Every other status is not final.
      status: REFUND_STATUSES.get(given.status ?? '') ?? 'pending',
    }),
  )

export const product = z.object({ id: z.string(), active: z.boolean(), default_price: reference.nullish() })
export const price = z.object({
  id: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.int().nullable(),
})

const available = z.object({ available: z.literal(true) })
/** The configurations of the payment page, each with the payment methods that it may offer. */
export const configurations = z
  .object({
    data: z.array(
      z.looseObject({ is_default: z.boolean(), application: z.string().nullable() }).transform((given) => ({
        is_default: given.is_default,
        application: given.application,
        means: Object.keys(given).filter((name) => available.safeParse(given[name]).success),
      })),
    ),
  })
  .transform(({ data }) => data)

/** `parameter`: the refused one, when Stripe names it. */
type StripeFailure = ProviderFailure & { parameter?: string }

/** Makes a call and reads its answer by `schema`. Stripe's refusals and unreadable answers are failures. */
export async function answerOf<Value>(
  call: () => Promise<unknown>,
  schema: z.ZodType<Value>,
): Promise<Result<Value, StripeFailure>> {
  try {
    const answer = schema.safeParse(await call())
    if (answer.success) return ok(answer.data)
    const where = answer.error.issues.map((issue) => issue.path.join('.')).join(', ')
    return fail({ reason: 'provider_unavailable', why: `Stripe answered nonsense (${where})` })
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return fail(describeFailure(error))
    throw error
  }
}

/** Leaves out the headers of an SDK error, and the part of a refused key that its message may contain. */
function describeFailure(error: Stripe.errors.StripeError): StripeFailure {
  const { type, statusCode, code, param, requestId } = error
  const why = [type, statusCode, code, param, requestId].filter(Boolean).join(' ')
  const refused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError
  if (refused && (statusCode === 404 || code === 'resource_missing')) return { reason: 'provider_unknown_id', why }
  if (refused) {
    const described = `${why}: ${error.message.slice(0, 200)}`
    return { reason: 'provider_refused', why: described, ...(param && { parameter: param }) }
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { reason: 'provider_refused', why }
  return { reason: 'provider_unavailable', why }
}
