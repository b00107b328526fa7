import { z } from 'zod'

/** What can be made to go wrong, per service. */
export const faultSchema = z.discriminatedUnion('service', [
  z.object({
    service: z.literal('inpost'),
    /** timeout: no answer ever; error: 500; garbage: 200 with a body that is no JSON. */
    mode: z.enum(['timeout', 'error', 'garbage']),
    times: z.int().min(1).max(100_000).default(1),
  }),
  z.object({
    service: z.literal('smtp'),
    /** reject: 451, try later; hang: the letter is read but never answered; drop: it is kept, then the line goes dead. */
    mode: z.enum(['reject', 'hang', 'drop']),
    times: z.int().min(1).max(100_000).default(1),
  }),
])
type Fault = z.infer<typeof faultSchema>
type ModeOf<Service extends Fault['service']> = Extract<Fault, { service: Service }>['mode']

/** Failures planned for one service. */
class PlannedFailures<Mode> {
  #plan: { mode: Mode; times: number } | undefined

  set(plan: { mode: Mode; times: number } | undefined): void {
    this.#plan = plan && { ...plan }
  }

  /** Uses up one failure, undefined when the service shall work. */
  take(): Mode | undefined {
    if (this.#plan === undefined || this.#plan.times === 0) return undefined
    this.#plan.times -= 1
    return this.#plan.mode
  }
}

export class FaultBoard {
  readonly inpost = new PlannedFailures<ModeOf<'inpost'>>()
  readonly smtp = new PlannedFailures<ModeOf<'smtp'>>()

  set(fault: Fault): void {
    if (fault.service === 'inpost') this.inpost.set(fault)
    else this.smtp.set(fault)
  }

  clear(): void {
    this.inpost.set(undefined)
    this.smtp.set(undefined)
  }
}
