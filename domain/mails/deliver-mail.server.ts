import { log } from '#domain/kernel/log.ts'
import type { MailFailure } from '#domain/kernel/mail.ts'
import { readRequestId, runForRequest } from '#domain/kernel/present-call.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import {
  type ClaimedMail,
  deferMail,
  markMailFailed,
  markMailSent,
  releaseMail,
} from '#domain/mails/mail-store.server.ts'
import type { Services } from '#domain/services.ts'

/** The outcome of an attempt. */
export type DeliveryOutcome = Result<void, MailFailure>

type MailServices = Pick<Services, 'db' | 'mail' | 'renderMail'>

/**
 * Sends a claimed mail and records the outcome: sent, given up (refused permanently, or tried for a day), deferred, or
 * released when the server is unavailable, which is not the mail's fault. The lease of the claim, not a transaction,
 * spans the network call. If the process dies after the server accepted the mail and before this is recorded, the mail
 * is sent again under the same Message-ID. Rejects when the database is unavailable; the mail is due again when its
 * lease ends.
 */
export function deliverMail(
  services: MailServices,
  claimed: ClaimedMail,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  return runForRequest(readRequestId(claimed.data), () => deliver(services, claimed, signal))
}

async function deliver(services: MailServices, claimed: ClaimedMail, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { db } = services
  const sent = await sendMail(services, claimed, signal)
  if (sent.ok) await markMailSent(db, claimed.id)
  else if (sent.failure.reason === 'server_away') await releaseMail(db, claimed)
  else {
    const isRefused = sent.failure.reason === 'refused'
    if (isRefused) await markMailFailed(db, claimed.id, sent.failure)
    const isGivenUp = isRefused || (await deferMail(db, claimed, sent.failure))
    if (isGivenUp) log.error('mail given up', { mail: claimed.id, why: sent.failure.why })
  }
  return sent
}

async function sendMail(
  { mail, renderMail }: Pick<Services, 'mail' | 'renderMail'>,
  claimed: ClaimedMail,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const rendered = await renderMail(claimed).catch((error: unknown) => ({ error }))
  if ('error' in rendered) {
    const { message } = rendered.error instanceof Error ? rendered.error : new Error(String(rendered.error))
    return fail({ reason: 'deferred', why: `it could not be rendered: ${message}` })
  }
  return mail.send({ id: claimed.id, to: claimed.recipient, ...rendered }, signal)
}
