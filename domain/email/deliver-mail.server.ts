import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import {
  claimMail,
  findWaitingMail,
  insertMail,
  markMailFailed,
  markMailSent,
  releaseMail,
} from '#domain/email/mail-store.server.ts'
import type { JobAttempt, JobOutcome } from '#domain/jobs.ts'
import { fail, ok } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { isMailTemplate, MAIL_TEMPLATES, MAIL_TIMES, type MailContent, type MailTimes } from './mail.ts'

type Needed = Pick<Services, 'db' | 'mail' | 'renderMail'>

/**
 * Sends one letter of the outbox and marks it sent; does nothing when it is sent or given up already. Throws when it could
 * not be sent now, so that the job tries again; gives it up when it is refused for good or the last try failed. A lease on
 * the row, not a transaction, spans the network call: of two attempts at once only one sends. Should the process die
 * between the server's 'accepted' and our mark, the letter goes out again under the same Message-ID.
 */
export async function deliverMail(
  services: Needed,
  mailId: string,
  { last }: JobAttempt,
  times: MailTimes = MAIL_TIMES,
): Promise<JobOutcome> {
  const row = await findWaitingMail(services.db, mailId)
  if (row === undefined) return ok(undefined)
  const sent = await send(services, row, times).catch(async (error: unknown) => {
    if (last) await markMailFailed(services.db, mailId)
    throw error
  })
  if (sent.ok) {
    await markMailSent(services.db, mailId)
    return sent
  }
  await markMailFailed(services.db, mailId)
  return fail({ reason: 'hopeless', why: `mail ${mailId}: ${sent.failure.why}` })
}

type WaitingMail = NonNullable<Awaited<ReturnType<typeof findWaitingMail>>>

async function send({ db, mail, renderMail }: Needed, row: WaitingMail, times: MailTimes) {
  const letter = await renderMail(contentOf(row.template, row.data))
  // Its time runs from before the claim's, so that the attempt ends first whatever holds us up in between.
  const signal = AbortSignal.timeout(times.attemptMs)
  const claim = await claimMail(db, row.id, times.leaseMs)
  if (claim === undefined) throw new Error(`mail ${row.id} is being sent by another attempt`)
  try {
    return await mail.send({ id: row.id, to: row.recipient, ...letter }, signal)
  } catch (error) {
    await releaseMail(db, row.id, claim)
    throw error
  }
}

function contentOf(template: string, data: unknown): MailContent {
  if (!isMailTemplate(template)) throw new Error(`no mail template is called ${template}`)
  return { template, data: MAIL_TEMPLATES[template].parse(data) }
}

/**
 * Writes a letter into the outbox and its delivery into the job queue, in the caller's transaction: it goes out exactly
 * when that commits. The same `key` again changes nothing, so a repeated use case cannot write twice.
 */
export async function queueMail(
  trx: Transaction<Database>,
  services: Pick<Services, 'jobs'>,
  mail: MailContent & { key: string; to: string },
): Promise<void> {
  const mailId = await insertMail(trx, mail)
  if (mailId !== undefined) await services.jobs.enqueue(trx, 'deliver-mail', { mailId })
}
