import { log } from '#domain/kernel/log.ts'
import type { MailFailure, MailTimes } from '#domain/kernel/mail.ts'
import type { Result } from '#domain/kernel/result.ts'

type Outage = {
  /** `deferring`: it answers, but defers every mail. */
  kind: 'unreachable' | 'deferring'
  began: number
  probesInVain: number
  nextProbeAt: number
  /** The mail that is being tried. */
  probe: string | null
}

/** After this many deferred mails in a row the server counts as accepting none. */
const DEFERRED_IN_A_ROW = 5

/**
 * What a process knows about the mail server from its own attempts: whether mails are accepted, and if not, when the
 * next one is tried. Each probe is a different mail, so that a mail which the server cannot handle does not block the
 * rest.
 */
export class MailServerState {
  readonly #times: Pick<MailTimes, 'firstProbeMs' | 'probeMs'>
  #outage: Outage | null = null
  readonly #deferred = new Set<string>()

  constructor(times: Pick<MailTimes, 'firstProbeMs' | 'probeMs'>) {
    this.#times = times
  }

  get isAway(): boolean {
    return this.#outage !== null
  }

  /** Time until a probe is due, ms. 0 without an outage, Infinity while a probe is running. */
  get msToProbe(): number {
    if (!this.#outage) return 0
    return this.#outage.probe === null ? Math.max(0, this.#outage.nextProbeAt - performance.now()) : Infinity
  }

  /** Marks the mail that is about to be tried during an outage. */
  beginProbe(mailId: string): void {
    if (this.#outage) this.#outage.probe = mailId
  }

  /** Records that the attempt ended without a result about the server. */
  endProbe(mailId: string): void {
    if (this.#outage?.probe === mailId) this.#scheduleProbe(this.#outage)
  }

  /** Updates the state from an attempt. Returns true when the attempt began an outage or failed to end it. */
  learn(mailId: string, outcome: Result<void, MailFailure>): boolean {
    const reason = outcome.ok ? 'sent' : outcome.failure.reason
    const why = outcome.ok ? '' : outcome.failure.why
    const outage = this.#outage
    if (reason === 'server_away') {
      if (!outage) return this.#begin('unreachable', why)
      outage.kind = 'unreachable'
      return this.#isProbeInVain(outage, mailId)
    }
    if (reason === 'deferred' && outage?.kind === 'deferring') return this.#isProbeInVain(outage, mailId)
    if (outage) this.#end(outage)
    if (reason === 'deferred') this.#deferred.add(mailId)
    else this.#deferred.clear()
    return this.#deferred.size >= DEFERRED_IN_A_ROW && this.#begin('deferring', why)
  }

  #begin(kind: Outage['kind'], why: string): true {
    const began = performance.now()
    this.#outage = { kind, began, probesInVain: 0, nextProbeAt: began + this.#times.firstProbeMs, probe: null }
    log.warn('mail server away', { kind, why })
    return true
  }

  /** Attempts that were running when the outage began give no new information. */
  #isProbeInVain(outage: Outage, mailId: string): boolean {
    if (outage.probe !== mailId) return false
    outage.probesInVain += 1
    this.#scheduleProbe(outage)
    return true
  }

  #scheduleProbe(outage: Outage): void {
    const { firstProbeMs, probeMs } = this.#times
    outage.probe = null
    outage.nextProbeAt = performance.now() + Math.min(probeMs, firstProbeMs * 2 ** outage.probesInVain)
  }

  #end({ began, probesInVain }: Outage): void {
    this.#outage = null
    this.#deferred.clear()
    const seconds = Math.round((performance.now() - began) / 1_000)
    log.info('mail server back', { awaySeconds: seconds, probesInVain })
  }
}
