import { dismissMail as dismiss } from '#domain/email/mail-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { MailNotFound } from './retry-mail.server.ts'

/** Puts a mail that was given up aside, unsent: it leaves the admin's list and is deleted when its time is over. */
export async function dismissMail(
  { db }: Pick<Services, 'db'>,
  { id, userId }: { id: string; userId: string },
): Promise<Result<null, MailNotFound | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'mail_not_found' })
  return transact<null, MailNotFound>(db, async (trx) => {
    if (!(await dismiss(trx, id))) return fail({ reason: 'mail_not_found' })
    await recordAudit(trx, { userId, action: 'mail.dismissed', subjectId: id })
    return ok(null)
  })
}
