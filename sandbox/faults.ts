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
    /**
     * reject: 451, try later; refuse: 550, no such recipient; hang: the message is read but never answered; drop: it is
     * stored, then the line goes dead; slow: it is stored, and each of its three answers (sender, recipient, content) comes late.
     */
    mode: z.enum(['reject', 'refuse', 'hang', 'drop', 'slow']),
    times: z.int().min(1).max(100_000).default(1),
    /** How late the answers of a slow server come. */
    delayMs: z.int().min(1).max(60_000).default(1_500),
  }),
])
type Fault = z.infer<typeof faultSchema>
export type SmtpFault = Extract<Fault, { service: 'smtp' }>
type InpostFault = Extract<Fault, { service: 'inpost' }>

/** Failures planned for one service. */
class PlannedFailures<Plan extends Fault> {
  #plan: Plan | undefined

  set(plan: Plan | undefined): void {
    this.#plan = plan && { ...plan }
  }

  /** Uses up one failure, undefined when the service shall work. */
  take(): Plan | undefined {
    if (this.#plan === undefined || this.#plan.times === 0) return undefined
    this.#plan.times -= 1
    return this.#plan
  }
}

export class FaultBoard {
  readonly inpost = new PlannedFailures<InpostFault>()
  readonly smtp = new PlannedFailures<SmtpFault>()

  set(fault: Fault): void {
    if (fault.service === 'inpost') this.inpost.set(fault)
    else this.smtp.set(fault)
  }

  clear(): void {
    this.inpost.set(undefined)
    this.smtp.set(undefined)
  }
}
