import { log } from '#domain/kernel/log.ts'
import type { MailFailure, MailTimes } from '#domain/kernel/mail.ts'
import type { Result } from '#domain/kernel/result.ts'

type Outage = {
  /** `deferring`: it is there and answers, but puts off every mail. */
  kind: 'unreachable' | 'deferring'
  began: number
  probesInVain: number
  nextProbeAt: number
  /** The mail that is tried now. */
  probe: string | null
}

/** So many mails put off one after the other are no accident: the server takes none. */
const DEFERRED_IN_A_ROW = 5

/**
 * What a process knows of the mail server from the attempts it made: whether mails go through, and if not, when the next one
 * is tried. Each probe is another mail, so that one on which the server chokes cannot hold up the rest.
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

  /** How long until a probe is due, ms; 0 without an outage, Infinity while one is under way. */
  get msToProbe(): number {
    if (!this.#outage) return 0
    return this.#outage.probe === null ? Math.max(0, this.#outage.nextProbeAt - performance.now()) : Infinity
  }

  /** The mail that is about to be tried in an outage. */
  beginProbe(mailId: string): void {
    if (this.#outage) this.#outage.probe = mailId
  }

  /** The attempt ended without telling anything about the server. */
  endProbe(mailId: string): void {
    if (this.#outage?.probe === mailId) this.#scheduleProbe(this.#outage)
  }

  /** Draws its conclusions from an attempt; true when it has shown that no mail goes through now. */
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

  /** Attempts that were under way when the outage began tell nothing new. */
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
