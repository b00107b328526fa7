import type { Transaction } from 'kysely'
import { type ContactSubmission, looksAutomated } from '#domain/contact/contact.ts'
import { isSubmitted } from '#domain/contact/contact-queries.server.ts'
import { insertContactMessage } from '#domain/contact/contact-store.server.ts'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest } from '#domain/kernel/idempotency/idempotent.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isQuiet } from '#domain/owner-notices/owner-notices.ts'
import { readNoticeSettings } from '#domain/owner-notices/owner-notices-queries.server.ts'
import { insertMessageNotice } from '#domain/owner-notices/owner-notices-store.server.ts'
import type { Services } from '#domain/services.ts'

/**
 * Stores a message of the contact form and mails it to the admin alone, since its author may have typed another
 * person's address. The same message under the same key is stored and mailed once. If the admin prefers, the message is
 * mailed later with other notices.
 */
export async function sendContactMessage(
  services: LimitServices & Pick<Services, 'adminEmail'>,
  submission: ContactSubmission,
  { key, clientAddress }: { key: string; clientAddress: string },
): Promise<Result<null, { reason: 'looks_automated' } | TooManyAttempts | Busy>> {
  const { website: _, open_ms: __, ...message } = submission
  const submission_key = hashRequest([key, message])
  if (await isSubmitted(services.db, submission_key)) return ok(null)
  const limited = await limitAttempts(services, 'contact_message', { account: null, clientAddress })
  if (!limited.ok) return limited
  if (looksAutomated(submission)) return fail({ reason: 'looks_automated' })
  return transact(services.db, async (trx) => {
    const messageId = await insertContactMessage(trx, { ...message, submission_key })
    if (messageId === null) return ok(null)
    if (await noteMessage(trx, messageId, services.now())) {
      await queueMail(trx, {
        key: `contact-message:${messageId}`,
        to: services.adminEmail,
        template: 'contact-message',
        ids: { messageId },
      })
    }
    return ok(null)
  })
}

/**
 * Records a message for the owner. True: it has to be mailed at once in the same transaction. False: it is sent with
 * the other notices.
 */
async function noteMessage(trx: Transaction<Database>, messageId: string, now: Date): Promise<boolean> {
  const settings = await readNoticeSettings(trx)
  const mailed = settings.message_mail === 'now' && !isQuiet(settings, now)
  await insertMessageNotice(trx, messageId, { mailed })
  return mailed
}
