import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { reviveMails, storeDismissal } from './mail-store.server.ts'

/** No mail with this id was given up. */
export type MailNotFound = { reason: 'mail_not_found' }

/** Retries a mail that was given up. It is due at once and is tried for another day. */
export async function retryMail(
  { db }: Pick<Services, 'db'>,
  { id, userId }: { id: string; userId: string },
): Promise<Result<null, MailNotFound | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'mail_not_found' })
  return transact<null, MailNotFound>(db, async (trx) => {
    if ((await reviveMails(trx, id)) === 0) return fail({ reason: 'mail_not_found' })
    await recordAudit(trx, { userId, action: 'mail.retried', subjectId: id })
    return ok(null)
  })
}

/** Retries all mails that were given up. Returns how many there were. */
export function retryAllMails({ db }: Pick<Services, 'db'>, userId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const mails = await reviveMails(trx)
    await recordAudit(trx, { userId, action: 'mails.retried', details: { mails } })
    return mails
  })
}

/** Dismisses a mail that was given up, unsent. It leaves the admin's list and is deleted after the retention period. */
export async function dismissMail(
  { db }: Pick<Services, 'db'>,
  { id, userId }: { id: string; userId: string },
): Promise<Result<null, MailNotFound | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'mail_not_found' })
  return transact<null, MailNotFound>(db, async (trx) => {
    if (!(await storeDismissal(trx, id))) return fail({ reason: 'mail_not_found' })
    await recordAudit(trx, { userId, action: 'mail.dismissed', subjectId: id })
    return ok(null)
  })
}
