import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, ok } from '#domain/kernel/result.ts'
import type { PaymentMode, PaymentProvider, ProviderEvent } from '#domain/payments/payment-provider.ts'
import { reference } from './stripe-answers.ts'

/** Largest difference between the time of a signature and our clock, in both directions. */
const TOLERANCE_S = 300

const payment_intent = reference.nullish().transform((id) => id ?? null)
const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().min(1),
  type: z.string().min(1),
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

const session = z.object({ id: z.string() }).transform(({ id }) => ({ kind: 'session' as const, sessionId: id }))
const charge = z
  .object({ payment_intent })
  .transform((given) => ({ kind: 'refund' as const, providerPaymentId: given.payment_intent, refundId: null }))
const refund = z
  .object({ id: z.string(), payment_intent })
  .transform((given) => ({ kind: 'refund' as const, providerPaymentId: given.payment_intent, refundId: given.id }))
const dispute = z
  .object({
    id: z.string(),
    payment_intent,
    status: z.string(),
    amount: z.int(),
    evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
    balance_transactions: z.array(z.object({ amount: z.int() })).nullish(),
  })
  .transform(({ id, status, amount, evidence_details, balance_transactions, ...given }) => ({
    kind: 'dispute' as const,
    providerPaymentId: given.payment_intent,
    disputeId: id,
    status: toKnownStatus(
      status,
      (balance_transactions ?? []).reduce((sum, moved) => sum + moved.amount, 0),
    ),
    amountGrosze: amount,
    respondBy: evidence_details?.due_by ? new Date(evidence_details.due_by * 1000).toISOString() : null,
  }))

/**
 * The status of a dispute as all versions of Stripe's interface name it. `prevented`: it was settled before the bank took
 * it to the shop; where that took money, it is lost. A refund that settled it is an event of its own.
 */
function toKnownStatus(status: string, movedGrosze: number): string {
  if (status !== 'prevented') return status.replace(/^appeal_/, '')
  return movedGrosze < 0 ? 'lost' : 'warning_closed'
}

/** Reads the object of an event by the event's type; other types do not concern the shop. */
const ABOUT = new Map<string, z.ZodType<ProviderEvent['about']>>([
  ['checkout.session.completed', session],
  ['checkout.session.async_payment_succeeded', session],
  ['checkout.session.async_payment_failed', session],
  ['checkout.session.expired', session],
  ['charge.refunded', charge],
  ['refund.updated', refund],
  ['refund.failed', refund],
  ['charge.dispute.created', dispute],
  ['charge.dispute.updated', dispute],
  ['charge.dispute.closed', dispute],
  ['charge.dispute.funds_reinstated', dispute],
])

/** The events that a webhook endpoint has to send. */
export const STRIPE_EVENTS: readonly string[] = [...ABOUT.keys()]

/** What endpoints of versions before 2024-10-28 send in place of events about refunds. */
ABOUT.set('charge.refund.updated', refund)

/**
 * Reads the webhooks of one mode. The SDK's own check accepts times in the future, so the signature is checked here:
 * HMAC-SHA256 of `<time>.<body>` (https://docs.stripe.com/webhooks#verify-manually).
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

/** Why the signature is not the provider's, or not recent; null when it is valid. */
function findForgery(body: Uint8Array, header: string | null, secret: string, now: Date): string | null {
  if (header === null) return 'no signature'
  const parts = header.split(',').map((part) => part.split('=', 2))
  const valuesOf = (name: string) => parts.flatMap(([given, value]) => (given?.trim() === name ? (value ?? '') : []))
  const [stamp = '', ...otherStamps] = valuesOf('t')
  if (!/^\d{1,12}$/.test(stamp) || otherStamps.length > 0) return 'a signature without its time'
  const expected = createHmac('sha256', secret).update(`${stamp}.`).update(body).digest()
  // While a secret is being replaced, an event has one signature by the old and one by the new.
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
