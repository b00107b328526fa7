import { z } from 'zod'
import { defineJob, type JobAttempt, type JobOutcome } from '#domain/define-job.ts'
import {
  claimMail,
  findWaitingMail,
  markMailFailed,
  markMailSent,
  releaseMail,
} from '#domain/email/mail-store.server.ts'
import { fail, ok } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { MAIL_CONCURRENCY, MAIL_TIMES, type MailTimes } from './mail.ts'

const payload = z.object({ mailId: z.uuid() })

declare module '#domain/jobs.ts' {
  interface Jobs {
    'deliver-mail': z.output<typeof payload>
  }
}

export default defineJob({
  name: 'deliver-mail',
  payload,
  concurrency: MAIL_CONCURRENCY,
  timeoutSeconds: MAIL_TIMES.jobMs / 1_000,
  run: (services, { mailId }, attempt) => deliverMail(services, mailId, attempt),
})

type Needed = Pick<Services, 'db' | 'mail' | 'renderMail'>

/**
 * Sends one mail of the outbox and marks it sent; does nothing when it is sent or given up already. Throws when it could
 * not be sent now, so that the job tries again; gives it up when it is refused for good or the last try failed. A lease on
 * the row, not a transaction, spans the network call: of two attempts at once only one sends. Should the process die
 * between the server's 'accepted' and our mark, the mail goes out again under the same Message-ID.
 */
export async function deliverMail(
  services: Needed,
  mailId: string,
  { last }: JobAttempt,
  times: MailTimes = MAIL_TIMES,
): Promise<JobOutcome> {
  const row = await findWaitingMail(services.db, mailId)
  if (row === undefined) return ok(undefined)
  const sent = await sendMail(services, row, times).catch(async (error: unknown) => {
    if (last) await markMailFailed(services.db, mailId)
    throw error
  })
  if (sent.ok) {
    await markMailSent(services.db, mailId)
    return sent
  }
  await markMailFailed(services.db, mailId)
  return fail({ reason: 'permanent', why: `mail ${mailId}: ${sent.failure.why}` })
}

type WaitingMail = NonNullable<Awaited<ReturnType<typeof findWaitingMail>>>

async function sendMail({ db, mail, renderMail }: Needed, row: WaitingMail, times: MailTimes) {
  const rendered = await renderMail(row)
  // Its time runs from before the claim's, so that the attempt ends first whatever holds us up in between.
  const signal = AbortSignal.timeout(times.attemptMs)
  const claim = await claimMail(db, row.id, times.leaseMs)
  if (claim === undefined) throw new Error(`mail ${row.id} is being sent by another attempt`)
  try {
    return await mail.send({ id: row.id, to: row.recipient, ...rendered }, signal)
  } catch (error) {
    await releaseMail(db, row.id, claim)
    throw error
  }
}
