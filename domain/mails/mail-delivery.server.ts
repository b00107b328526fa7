import { log } from '#domain/kernel/log.ts'
import { MAIL_CONCURRENCY, MAIL_TIMES, type MailTimes } from '#domain/kernel/mail.ts'
import { type ClaimedMail, claimMails, OUTAGE, recordOutage } from '#domain/mails/mail-store.server.ts'
import type { Services } from '#domain/services.ts'
import { deliverMail } from './deliver-mail.server.ts'
import { MailServerState } from './mail-server-state.ts'

type DeliveryServices = Pick<Services, 'db' | 'mail' | 'renderMail' | 'limitFactor'>

type DeliveryOptions = {
  times?: MailTimes
  /** How many mails are sent in parallel. */
  concurrency?: number
  /** Whether this process has been busy since the last call. Delivery then slows down in favour of orders. */
  isBusy?: () => boolean
}

export type MailDelivery = {
  /** Claims no more mails. */
  claimNoMore(): void
  /** Claims no more mails and waits for those in progress, for `timeoutMs` at most. */
  stop(timeoutMs?: number): Promise<void>
}

/** In a busy process, delivery pauses this many times as long as the sending took, up to the limit below, ms. */
const BUSY_REST = 3
const LONGEST_REST_MS = 500

/** While the database is unavailable every poll fails. The failure is logged at most this often, ms. */
const SAME_ERROR_MS = 10_000

/**
 * Sends the mails of the outbox until it is stopped: polls for due ones every `pollMs` and sends several in parallel.
 * Several processes may do so on one database. While the mail server is unavailable, only one mail at a time is tried
 * as a probe. The first success releases all others. The server's state is known to this process alone and is found out
 * again after a restart.
 */
export function startMailDelivery(services: DeliveryServices, options: DeliveryOptions = {}): MailDelivery {
  const { times = MAIL_TIMES, concurrency = MAIL_CONCURRENCY, isBusy = () => false } = options
  const server = new MailServerState(times)
  const underWay = new Set<Promise<void>>()
  let stopping = false
  /** The stop had no time left for the mails in progress. They are due again when their leases end. */
  let isCut = false
  let moreWait = false
  let wake = () => {}
  const reportError = limitRepeats((error) => log.error('mails cannot be delivered', { error }))

  async function attempt(mail: ClaimedMail): Promise<void> {
    try {
      const outcome = await deliverMail(services, mail, times)
      if (outcome === undefined) return server.endProbe(mail.id)
      if (!server.learn(mail.id, outcome)) return
      for (const id of await recordOutage(services.db)) {
        log.error('mail given up', { mail: id, why: OUTAGE })
      }
    } catch (error) {
      if (!isCut) reportError(error)
      server.endProbe(mail.id)
    }
  }

  async function claim(): Promise<void> {
    const isProbe = server.isAway
    const most = isProbe ? 1 : concurrency - underWay.size
    if (most <= 0 || server.msToProbe > 0) return
    const { limitFactor } = services
    const { mails, held } = await claimMails(services.db, { most, leaseMs: times.leaseMs, limitFactor })
    moreWait = mails.length === most || held > 0
    for (const mail of mails) {
      if (isProbe) server.beginProbe(mail.id)
      const attempted = attempt(mail).finally(() => {
        underWay.delete(attempted)
        if (moreWait) wake()
      })
      underWay.add(attempted)
    }
    // All mails found were held. Others may be due behind them.
    if (mails.length === 0 && held > 0) wake()
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const startedAt = performance.now()
      const woken = pause(server.isAway ? Math.min(times.pollMs, Math.max(1, server.msToProbe)) : times.pollMs)
      await claim().catch(reportError)
      await woken
      if (isBusy() && moreWait) await pause(Math.min(LONGEST_REST_MS, BUSY_REST * (performance.now() - startedAt)))
    }
  }

  /** Ends early when `wake` is called. */
  async function pause(ms: number): Promise<void> {
    if (stopping) return
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
  }

  function claimNoMore(): void {
    stopping = true
    wake()
  }

  const running = run()
  return {
    claimNoMore,
    async stop(timeoutMs = 10_000) {
      claimNoMore()
      await running
      const { promise: timedOut, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      await Promise.race([Promise.all(underWay), timedOut])
      clearTimeout(timer)
      isCut = underWay.size > 0
    },
  }
}

function limitRepeats(report: (error: unknown) => void): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = performance.now()
    if (now - reportedAt < SAME_ERROR_MS) return
    reportedAt = now
    report(error)
  }
}
