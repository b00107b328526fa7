import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, ok } from '#domain/kernel/result.ts'
import type { PaymentMode, PaymentProvider, ProviderEvent } from '#domain/payments/payment-provider.ts'

/** How far the stamp of a signature may lie from our clock, into the past and into the future. */
const TOLERANCE_S = 300

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish()
const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().min(1),
  type: z.string().min(1),
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})
const sessionSchema = z.object({ id: z.string() })
const chargeSchema = z.object({ payment_intent: reference })
const refundSchema = z.object({ id: z.string(), payment_intent: reference })
const disputeSchema = z.object({ id: z.string(), payment_intent: reference, status: z.string(), amount: z.int() })

/** What the object of each event tells; everything else does not concern the shop. */
const ABOUT = new Map<string, z.ZodType<ProviderEvent['about']>>([
  ...each(
    [
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
    ],
    sessionSchema.transform(({ id }) => ({ kind: 'session', sessionId: id })),
  ),
  ...each(
    ['charge.refunded'],
    chargeSchema.transform((charge) => ({
      kind: 'refund',
      providerPaymentId: charge.payment_intent ?? null,
      refundId: null,
    })),
  ),
  ...each(
    ['refund.updated', 'refund.failed'],
    refundSchema.transform((refund) => ({
      kind: 'refund',
      providerPaymentId: refund.payment_intent ?? null,
      refundId: refund.id,
    })),
  ),
  ...each(
    ['charge.dispute.created', 'charge.dispute.closed'],
    disputeSchema.transform((dispute) => ({
      kind: 'dispute',
      providerPaymentId: dispute.payment_intent ?? null,
      disputeId: dispute.id,
      status: dispute.status,
      amountGrosze: dispute.amount,
    })),
  ),
])

function each(types: string[], schema: z.ZodType<ProviderEvent['about']>) {
  return types.map((type) => [type, schema] as const)
}

/**
 * Reads the webhooks of one mode. The SDK's own check takes stamps from the future, so the signature is checked here: HMAC-SHA256
 * over stamp, point and the bytes as they came (https://docs.stripe.com/webhooks#verify-manually).
 */
export function createEventReader(mode: PaymentMode, secret: string): PaymentProvider['readEvent'] {
  return (body, header, now) => {
    const forged = findForgery(body, header, secret, now)
    if (forged !== null) return fail({ reason: 'forged', why: forged })
    const event = eventSchema.safeParse(parseJson(body))
    if (!event.success) return fail({ reason: 'unreadable', why: 'signed, but no event' })
    const { id, type, livemode, data } = event.data
    if (livemode !== (mode === 'live'))
      return fail({ reason: 'forged', why: `an event of the other mode than ${mode}` })
    const about = ABOUT.get(type)?.safeParse(data.object) ?? { success: true, data: { kind: 'other' as const } }
    if (!about.success) return fail({ reason: 'unreadable', why: `signed, but no ${type}` })
    return ok({ id, type, mode, about: about.data })
  }
}

/** Null: the provider signed these bytes, just now. */
function findForgery(body: Uint8Array, header: string | null, secret: string, now: Date): string | null {
  if (header === null) return 'no signature'
  const parts = header.split(',').map((part) => part.split('=', 2))
  const valuesOf = (name: string) => parts.flatMap(([given, value]) => (given?.trim() === name ? (value ?? '') : []))
  const [stamp = '', ...otherStamps] = valuesOf('t')
  if (!/^\d{1,12}$/.test(stamp) || otherStamps.length > 0) return 'a signature without its time'
  const expected = createHmac('sha256', secret).update(`${stamp}.`).update(body).digest()
  // While a secret is being replaced each event carries one signature for the old and one for the new.
  const matches = valuesOf('v1').map((signature) => {
    const given = Buffer.from(signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!matches.includes(true)) return 'no signature fits'
  return Math.abs(now.getTime() / 1000 - Number(stamp)) > TOLERANCE_S ? 'a stale signature' : null
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
