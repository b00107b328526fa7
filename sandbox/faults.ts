import { z } from 'zod'

const times = z.int().min(1).max(100_000).default(1)
const delayMs = z.int().min(1).max(60_000)

/** What can be made to go wrong, per service. */
export const faultSchema = z.discriminatedUnion('service', [
  z.object({
    service: z.literal('inpost'),
    /** timeout: no answer ever; error: 500; garbage: 200 with a body that is no JSON. */
    mode: z.enum(['timeout', 'error', 'garbage']),
    times,
  }),
  z.object({
    service: z.literal('smtp'),
    /**
     * reject: 451, try later; refuse: 550, no such recipient; hang: the message is read but never answered; drop: it is
     * stored, then the line goes dead; slow: it is stored, and each of its three answers (sender, recipient, content) comes late.
     */
    mode: z.enum(['reject', 'refuse', 'hang', 'drop', 'slow']),
    times,
    /** How late the answers of a slow server come. */
    delayMs: delayMs.default(1_500),
  }),
  z.object({
    service: z.literal('stripe'),
    /**
     * error: 500; limit: 429; garbage: 200 with a body that is no JSON; cut: the connection breaks; hang: no answer ever. In
     * all of these nothing was done. `cut_after`, `hang_after`: the same, but the request was carried out.
     */
    mode: z.enum(['error', 'limit', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after']),
    times,
    /** Only requests whose path begins like this, as `/v1/refunds`. */
    path: z.string().default('/v1/'),
  }),
  z.object({
    service: z.literal('stripe-webhooks'),
    /**
     * lose: never sent; duplicate: sent `copies` times at once; delay: sent `delayMs` later; shuffle: held back until `times`
     * events have come or `delayMs` are over, then sent in the opposite order.
     */
    mode: z.enum(['lose', 'duplicate', 'delay', 'shuffle']),
    times,
    copies: z.int().min(2).max(50).default(2),
    delayMs: delayMs.default(2_000),
  }),
  z.object({
    service: z.literal('shipx'),
    /** As of `stripe`; limit: 429 with `Retry-After`; unauthorized: 401. */
    mode: z.enum(['error', 'limit', 'unauthorized', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after']),
    times,
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    /** Only requests whose path begins like this. */
    path: z.string().default('/v1/'),
    retryAfterSeconds: z.int().min(0).max(3600).default(1),
  }),
  z.object({
    service: z.literal('shipx-payments'),
    /** unpaid: the next shipments are created, but wait for money. */
    mode: z.literal('unpaid'),
    times,
  }),
  z.object({
    service: z.literal('stripe-refunds'),
    /** pending: answered as pending, and stays so; fail: answered as pending, and fails right after. */
    mode: z.enum(['pending', 'fail']),
    times,
  }),
  z.object({
    service: z.literal('push'),
    /** error: 503; redirect: to the same place; hang: no answer ever. In all of these nothing was delivered. */
    mode: z.enum(['error', 'redirect', 'hang']),
    times,
  }),
  z.object({
    service: z.literal('analytics'),
    /** no_script: the tag is not there; lose: events of this name do not arrive. */
    mode: z.enum(['no_script', 'lose']),
    event: z.string().default('purchase'),
    times,
  }),
])
type Fault = z.infer<typeof faultSchema>
type FaultOf<Service extends Fault['service']> = Extract<Fault, { service: Service }>
export type SmtpFault = FaultOf<'smtp'>
export type WebhookFault = FaultOf<'stripe-webhooks'>

/** Failures planned for one service. */
class PlannedFailures<Plan extends Fault> {
  #plan: Plan | undefined

  set(plan: Plan | undefined): void {
    this.#plan = plan && { ...plan }
  }

  /** Uses up one failure, undefined when the service shall work, or the failure is meant for something else. */
  take(isMeant: (plan: Plan) => boolean = () => true): Plan | undefined {
    if (this.#plan === undefined || this.#plan.times === 0 || !isMeant(this.#plan)) return undefined
    this.#plan.times -= 1
    return this.#plan
  }
}

export class FaultBoard {
  readonly inpost = new PlannedFailures<FaultOf<'inpost'>>()
  readonly smtp = new PlannedFailures<SmtpFault>()
  readonly stripe = new PlannedFailures<FaultOf<'stripe'>>()
  readonly stripeWebhooks = new PlannedFailures<WebhookFault>()
  readonly analytics = new PlannedFailures<FaultOf<'analytics'>>()
  readonly stripeRefunds = new PlannedFailures<FaultOf<'stripe-refunds'>>()
  readonly shipx = new PlannedFailures<FaultOf<'shipx'>>()
  readonly push = new PlannedFailures<FaultOf<'push'>>()
  readonly shipxPayments = new PlannedFailures<FaultOf<'shipx-payments'>>()

  set(fault: Fault): void {
    switch (fault.service) {
      case 'inpost':
        this.inpost.set(fault)
        break
      case 'smtp':
        this.smtp.set(fault)
        break
      case 'stripe':
        this.stripe.set(fault)
        break
      case 'stripe-webhooks':
        this.stripeWebhooks.set(fault)
        break
      case 'stripe-refunds':
        this.stripeRefunds.set(fault)
        break
      case 'analytics':
        this.analytics.set(fault)
        break
      case 'shipx':
        this.shipx.set(fault)
        break
      case 'push':
        this.push.set(fault)
        break
      case 'shipx-payments':
        this.shipxPayments.set(fault)
        break
    }
  }

  clear(): void {
    const payments = [this.stripe, this.stripeWebhooks, this.stripeRefunds, this.shipxPayments]
    for (const planned of [this.inpost, this.smtp, ...payments, this.shipx, this.push, this.analytics])
      planned.set(undefined)
  }
}
