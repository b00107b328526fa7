import type { HttpBindings } from '@hono/node-server'
import type { Context, Next } from 'hono'
import { z } from 'zod'

const times = z.int().min(1).max(100_000).default(1)
const delayMs = z.int().min(1).max(60_000)

const plan = <Service extends string, const Modes extends readonly string[]>(service: Service, modes: Modes) =>
  z.object({ service: z.literal(service), mode: z.enum(modes), times })

/** The failures that can be planned, by service. */
export const faultSchema = z.discriminatedUnion('service', [
  /** timeout: never answers; error: 500; garbage: 200 with a body that is not JSON. */
  plan('inpost', ['timeout', 'error', 'garbage']),
  /**
   * reject: 451, try later; refuse: 550, no such recipient; hang: reads the message and never answers; drop: stores
   * the message and cuts the connection; slow: stores it and delays all three answers (sender, recipient, content) by
   * `delayMs`.
   */
  plan('smtp', ['reject', 'refuse', 'hang', 'drop', 'slow']).extend({ delayMs: delayMs.default(1_500) }),
  /**
   * error: 500; limit: 429; garbage: 200 with a body that is not JSON; cut: breaks the connection; hang: never answers.
   * None of these carries the request out. `cut_after` and `hang_after` carry it out first. They are meant for requests
   * whose path begins with `path`, for example `/v1/refunds`.
   */
  plan('stripe', ['error', 'limit', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after']).extend({
    path: z.string().default('/v1/'),
  }),
  /**
   * lose: never sent; duplicate: sent `copies` times at once; delay: sent after `delayMs`; shuffle: held back until
   * there are `times` events or `delayMs` have passed, then sent in reverse order.
   */
  plan('stripe-webhooks', ['lose', 'duplicate', 'delay', 'shuffle']).extend({
    copies: z.int().min(2).max(50).default(2),
    delayMs: delayMs.default(2_000),
  }),
  /** As for `stripe`; limit: 429 with `Retry-After`; unauthorized: 401. */
  plan('shipx', ['error', 'limit', 'unauthorized', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after']).extend({
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    path: z.string().default('/v1/'),
    retryAfterSeconds: z.int().min(0).max(3600).default(1),
  }),
  /** unpaid: creates the next shipments but leaves them waiting for money. */
  plan('shipx-payments', ['unpaid']),
  /**
   * As for `stripe`; limit: 429 with `Retry-After`; away: 503; forbidden: 403, missing permissions; warning: answers
   * carry X-System-Warning; new_fields: answers have fields outside the contract. revoked: the certificate is refused
   * (460); rotate: a new public key, and the old one is refused (21470); cancelled: the invoice is to be sent again
   * (550); refused: the invoice is refused (450); stuck: its processing does not end.
   */
  plan('ksef', [
    ...(['error', 'limit', 'away', 'forbidden', 'garbage', 'cut', 'hang', 'cut_after', 'hang_after'] as const),
    ...(['warning', 'new_fields', 'revoked', 'rotate', 'cancelled', 'refused', 'stuck'] as const),
  ]).extend({
    /** Meant for requests whose path contains this. */
    path: z.string().default(''),
    retryAfterSeconds: z.int().min(1).max(3600).default(30),
  }),
  /** pending: answers pending and stays pending; fail: answers pending and fails right after. */
  plan('stripe-refunds', ['pending', 'fail']),
  /** error: 503; redirect: to the same address; hang: never answers. None of these delivers the message. */
  plan('push', ['error', 'redirect', 'hang']),
  /**
   * paper_out, jam: refuses before it prints, as it refuses any receipt; name_refused, rate_unknown, price_limit,
   * name_conflict: refuses this one; power_cut: prints, then breaks the connection; hang: prints and never answers.
   */
  plan('till', [
    ...(['paper_out', 'jam', 'name_refused', 'rate_unknown', 'price_limit', 'name_conflict'] as const),
    ...(['power_cut', 'hang'] as const),
  ]),
  /** no_script: the tag does not load; lose: events of this name are refused. */
  plan('analytics', ['no_script', 'lose']).extend({ event: z.string().default('purchase') }),
])
type Fault = z.infer<typeof faultSchema>
type FaultOf<Service extends Fault['service']> = Extract<Fault, { service: Service }>
export type SmtpFault = FaultOf<'smtp'>
export type TillFault = FaultOf<'till'>['mode']
export type WebhookFault = FaultOf<'stripe-webhooks'>

/** The failures planned for each service. */
export class FaultBoard {
  #planned: { [Service in Fault['service']]?: FaultOf<Service> } = {}

  /** Replaces what was planned for the fault's service. */
  set(fault: Fault): void {
    this.#planned = { ...this.#planned, [fault.service]: { ...fault } }
  }

  clear(): void {
    this.#planned = {}
  }

  /** Uses up one planned failure of a service; undefined without one, or when it is meant for another call. */
  take<Service extends Fault['service']>(
    service: Service,
    isMeant: (fault: FaultOf<Service>) => boolean = () => true,
  ): FaultOf<Service> | undefined {
    const fault = this.#planned[service]
    if (fault === undefined || fault.times === 0 || !isMeant(fault)) return undefined
    fault.times -= 1
    return fault
  }
}

export type HttpEnv = { Bindings: HttpBindings }

/** Handles a call as planned: breaks it instead of the work, or after the work (`_after`). See faults.ts. */
export async function breakCall<Env extends HttpEnv>(
  c: Context<Env>,
  next: Next,
  mode: 'garbage' | 'cut' | 'hang' | 'cut_after' | 'hang_after' | undefined,
): Promise<Response | undefined> {
  const { incoming } = c.env
  const closed = () => new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve()))
  switch (mode) {
    case 'garbage':
      return c.html('<html><body>Trwają prace serwisowe</body></html>', 200)
    case 'cut':
      incoming.socket.destroy()
      return c.body(null, 500)
    case 'hang':
      await closed()
      return c.body(null, 500)
  }
  await next()
  if (mode === 'cut_after') incoming.socket.destroy()
  if (mode === 'hang_after') await closed()
  return undefined
}
