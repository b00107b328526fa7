import { claimMail, isMailWaiting, markMailSent, releaseMail } from '#domain/email/mail-store.server.ts'
import { isMailTemplate, MAIL_TEMPLATES, type MailContent } from '#domain/email/templates.ts'
import type { Services } from '#domain/services.ts'

/**
 * Sends one letter of the outbox and marks it sent; does nothing when it is sent already. Throws when it could not be
 * sent now, so that the job tries again. A lease on the row, not a transaction, spans the network call: of two attempts
 * at once only one sends. Should the process die between the server's 'accepted' and our mark, the letter goes out again
 * under the same Message-ID.
 */
export async function deliverMail(services: Pick<Services, 'db' | 'mail' | 'renderMail'>, mailId: string) {
  const row = await claimMail(services.db, mailId)
  if (row === undefined) {
    if (await isMailWaiting(services.db, mailId)) throw new Error(`mail ${mailId} is being sent by another attempt`)
    return
  }
  try {
    const letter = await services.renderMail(contentOf(row.template, row.data))
    await services.mail.send({ id: row.id, to: row.recipient, ...letter })
  } catch (error) {
    await releaseMail(services.db, mailId)
    throw error
  }
  await markMailSent(services.db, mailId)
}

function contentOf(template: string, data: unknown): MailContent {
  if (!isMailTemplate(template)) throw new Error(`no mail template is called ${template}`)
  return { template, data: MAIL_TEMPLATES[template].parse(data) }
}
