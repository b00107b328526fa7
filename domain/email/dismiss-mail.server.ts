import { dismissMail as dismiss } from '#domain/email/mail-store.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { isUuid } from '#domain/wire-schema.ts'
import type { MailNotFound } from './retry-mail.server.ts'

/** Puts a mail that was given up aside, unsent: it leaves the admin's list and is deleted when its time is over. */
export async function dismissMail({ db }: Pick<Services, 'db'>, id: string): Promise<Result<null, MailNotFound>> {
  return isUuid(id) && (await dismiss(db, id)) ? ok(null) : fail({ reason: 'mail_not_found' })
}
