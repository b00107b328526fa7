import { z } from 'zod'
import { applyRefunds, settleRefunds } from '#domain/flows/refunds/apply-refunds.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { allocateMoney } from '#domain/money/allocation-queries.server.ts'
import type { PaymentProvider, ProviderEvent, ProviderFailure } from '#domain/payments/payment-provider.ts'
import { findPaymentOfRefund } from '#domain/payments/refunds/refund-store.server.ts'
import { storeDispute } from '#domain/payments/settlement/dispute-store.server.ts'
import { findAttempt, lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import { findEvent, markProcessed } from '#domain/payments/settlement/webhook-store.server.ts'
import type { Services } from '#domain/services.ts'
import { settlePayment } from './settle-payment.server.ts'

const payload = z.object({ provider: z.string(), eventId: z.string() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'process-payment-event': z.output<typeof payload>
  }
}

/** Processes a received webhook. Tried again while the provider is unavailable. */
export default defineJob({
  name: 'process-payment-event',
  payload,
  concurrency: 4,
  timeoutSeconds: 120,
  async run(services, key) {
    const processed = await processPaymentEvent(services, key)
    if (processed.ok) return ok(undefined)
    const { failure } = processed
    if (failure.reason === 'provider_unknown_id') return fail({ reason: 'permanent', why: failure.why })
    log.info('A webhook of the payment provider waits', { eventId: key.eventId, why: failure.reason })
    throw new Error(`${failure.reason}: ${'why' in failure ? failure.why : ''}`)
  },
})

type EventServices = Pick<Services, 'db' | 'jobs' | 'now' | 'payments' | 'profile'>

/** `payment_not_known_yet`: the money of this event may belong to a payment whose own event was not processed yet. */
type EventFailure = ProviderFailure | Busy | { reason: 'payment_not_known_yet' }

/** The stored part of a webhook: what the shop acts on, without names and addresses. */
const storedEventSchema = defineSchema(
  (): z.ZodType<ProviderEvent> =>
    z.object({
      id: z.string(),
      type: z.string(),
      mode: z.enum(['test', 'live']),
      about: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('session'), sessionId: z.string() }),
        z.object({
          kind: z.literal('refund'),
          providerPaymentId: z.string().nullable(),
          refundId: z.string().nullable(),
        }),
        z.object({
          kind: z.literal('dispute'),
          providerPaymentId: z.string().nullable(),
          disputeId: z.string(),
          status: z.string(),
          amountGrosze: z.int(),
          // Events that were stored by earlier builds have none.
          respondBy: z.string().nullable().default(null),
        }),
        z.object({ kind: z.literal('other') }),
      ]),
    }),
)

/** Events arrive out of order. An event that belongs to no payment is tried again for this time. */
const SHUFFLED_MS = 10 * 60_000

/**
 * Processes a stored event once. The state is read at the provider, not from the event, in the mode that signed
 * it. Events of a mode without keys are left to the checks of open payments.
 */
export async function processPaymentEvent(
  services: EventServices,
  key: { provider: string; eventId: string },
): Promise<Result<null, EventFailure>> {
  const stored = await findEvent(services.db, key)
  if (!stored || stored.processedAt !== null) return ok(null)
  const event = storedEventSchema.parse(JSON.parse(stored.payload))
  const provider = services.payments[event.mode]
  if (provider === null) {
    log.warn('A webhook arrived for a payment mode without keys', { eventId: event.id, mode: event.mode })
  } else {
    const mayCome = services.now().getTime() - stored.receivedAt.getTime() < SHUFFLED_MS
    const worked = await workOn(services, provider, event, mayCome)
    if (!worked.ok) return worked
  }
  await markProcessed(services.db, key)
  return ok(null)
}

async function workOn(
  services: EventServices,
  provider: PaymentProvider,
  event: ProviderEvent,
  mayCome: boolean,
): Promise<Result<unknown, EventFailure>> {
  const { about } = event
  if (about.kind === 'other') return ok(null)
  if (about.kind === 'session') {
    const session = await provider.findSession(about.sessionId)
    return session.ok ? settlePayment(services, session.value) : session
  }
  const attempt = await findPayment(services, event)
  if (!attempt) {
    if (mayCome) return fail({ reason: 'payment_not_known_yet' })
    log.warn("A webhook is about money that is not the shop's", { eventId: event.id, type: event.type })
    return ok(null)
  }
  if (attempt.mode !== event.mode || attempt.provider !== provider.name) {
    log.error('A webhook arrived in another mode than its payment: nothing was changed', { eventId: event.id })
    return ok(null)
  }
  if (about.kind === 'dispute') return recordDispute(services, attempt.id, about)
  if (attempt.providerPaymentId === null) return ok(null)
  const refunds = await provider.findRefunds(attempt.providerPaymentId)
  return refunds.ok ? applyRefunds(services, attempt.id, refunds.value) : refunds
}

/** The payment that an event about money refers to. */
async function findPayment({ db }: EventServices, { about }: ProviderEvent) {
  if (about.kind !== 'refund' && about.kind !== 'dispute') return undefined
  if (about.providerPaymentId !== null) {
    return findAttempt(db, { provider_payment_id: about.providerPaymentId })
  }
  const refundId = about.kind === 'refund' ? about.refundId : null
  const paymentId = refundId === null ? undefined : await findPaymentOfRefund(db, refundId)
  return paymentId === undefined ? undefined : findAttempt(db, { id: paymentId })
}

type ReportedDispute = Extract<ProviderEvent['about'], { kind: 'dispute' }>

/** The provider's statuses of a closed dispute. */
const CLOSED = new Set(['won', 'lost', 'warning_closed', 'charge_refunded'])

/**
 * Records a dispute and its outcome with an order event. A closed dispute stays closed, whichever event arrives last, but
 * a lost one may be won. The money of a lost one has gone back.
 */
function recordDispute(
  services: Pick<Services, 'db' | 'now'>,
  paymentId: string,
  { disputeId, status, amountGrosze, respondBy: reported }: ReportedDispute,
): Promise<Result<null, Busy>> {
  return transact<null, Busy>(services.db, async (trx) => {
    const attempt = await lockAttempt(trx, paymentId)
    if (!attempt) return ok(null)
    const closedAt = CLOSED.has(status) ? services.now() : null
    const respondBy = reported === null ? null : new Date(reported)
    const taken = { orderId: attempt.orderId, grosze: amountGrosze, cause: 'dispute', isGone: true } as const
    const allocation = status === 'lost' ? await allocateMoney(trx, taken) : null
    const dispute = { disputeId, status, amountGrosze, respondBy, closedAt, allocation }
    const isNew = await storeDispute(trx, attempt, dispute)
    if (isNew) log.warn('A payment is disputed', { payment: paymentId, status })
    const after = isNew ? await lockAttempt(trx, paymentId) : undefined
    if (after) await settleRefunds(services, trx, after)
    return ok(null)
  })
}
