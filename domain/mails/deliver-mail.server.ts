import { log } from '#domain/kernel/log.ts'
import type { MailFailure, MailTimes } from '#domain/kernel/mail.ts'
import { readRequestId, runForRequest } from '#domain/kernel/present-call.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import {
  type ClaimedMail,
  deferMail,
  markMailFailed,
  markMailSent,
  releaseMail,
  renewLease,
} from '#domain/mails/mail-store.server.ts'
import type { Services } from '#domain/services.ts'

/** The outcome of an attempt. */
export type DeliveryOutcome = Result<void, MailFailure>

type MailServices = Pick<Services, 'db' | 'mail' | 'renderMail'>
type AttemptTimes = Pick<MailTimes, 'attemptMs' | 'answerMs' | 'leaseMs'>

/**
 * Sends a claimed mail and records the outcome: sent, given up (refused permanently, or tried for a day), deferred, or
 * released when the server is unavailable, which is not the mail's fault. The lease of the claim, not a transaction,
 * spans the network call: it is renewed before the first byte is sent and while the server's answer is awaited. Returns
 * undefined, and sends nothing, when the lease ended and the mail is no longer this process's. If the process dies
 * after the server accepted the mail and before this is recorded, the mail is sent again under the same Message-ID.
 * Rejects when the database is unavailable; the mail is due again when its lease ends.
 */
export function deliverMail(
  services: MailServices,
  claimed: ClaimedMail,
  times: AttemptTimes,
): Promise<DeliveryOutcome | undefined> {
  return runForRequest(readRequestId(claimed.data), () => deliver(services, { ...claimed }, times))
}

async function deliver(services: MailServices, claim: ClaimedMail, times: AttemptTimes) {
  const { db } = services
  const sent = await sendMail(services, claim, times)
  if (sent === undefined) return undefined
  if (sent.ok) await recordSent(services, claim, times)
  else if (sent.failure.reason === 'server_away') await releaseMail(db, claim)
  else {
    const isRefused = sent.failure.reason === 'refused'
    if (isRefused) await markMailFailed(db, claim.id, sent.failure)
    const isGivenUp = isRefused || (await deferMail(db, claim, sent.failure))
    if (isGivenUp) log.error('mail given up', { mail: claim.id, why: sent.failure.why })
  }
  return sent
}

async function sendMail(
  { db, mail, renderMail }: MailServices,
  claim: ClaimedMail,
  { attemptMs, answerMs, leaseMs }: AttemptTimes,
): Promise<DeliveryOutcome | undefined> {
  const rendered = await renderMail(claim).catch((error: unknown) => ({ error }))
  if ('error' in rendered) {
    const { message } = rendered.error instanceof Error ? rendered.error : new Error(String(rendered.error))
    return fail({ reason: 'deferred', why: `it could not be rendered: ${message}` })
  }
  // The times start before the lease, so that a mail which is not handed over is abandoned before the lease ends.
  const startedAt = performance.now()
  const claimedUntil = await renewLease(db, claim, leaseMs)
  if (claimedUntil === undefined) return undefined
  claim.claimed_until = claimedUntil
  const abandoned = new AbortController()
  let isHandedOver = false
  const sending = mail.send({ id: claim.id, to: claim.recipient, ...rendered }, abandoned.signal, () => {
    isHandedOver = true
  })
  let nextAt = startedAt + attemptMs
  while (!(await hasSettledBy(sending, nextAt))) {
    nextAt = performance.now() + attemptMs
    if (isHandedOver && performance.now() < startedAt + answerMs) {
      // While the database is unavailable nobody can claim the mail either.
      const renewed = await renewLease(db, claim, leaseMs).catch(() => undefined)
      claim.claimed_until = renewed ?? claim.claimed_until
    } else abandoned.abort(new DOMException('the mail server did not answer', 'TimeoutError'))
  }
  return sending
}

/** Whether `work` ended by `time`. What arrives while this process is busy counts: it is read before the question ends. */
async function hasSettledBy(work: Promise<unknown>, time: number): Promise<boolean> {
  const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => setImmediate(resolve, false), Math.max(0, time - performance.now()))
  const settled = work.then(
    () => true,
    () => true,
  )
  const hasSettled = await Promise.race([settled, timedOut])
  clearTimeout(timer)
  return hasSettled
}

const RECORD_AGAIN_MS = 200

/** Records that a mail was sent. A database that is away for less than the lease does not cause a second copy. */
async function recordSent({ db }: MailServices, { id }: ClaimedMail, { leaseMs }: AttemptTimes): Promise<void> {
  const lastAt = performance.now() + leaseMs - RECORD_AGAIN_MS
  for (;;) {
    try {
      return await markMailSent(db, id)
    } catch (error) {
      if (performance.now() > lastAt) throw error
    }
    const { promise: paused, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, RECORD_AGAIN_MS)
    await paused
  }
}
