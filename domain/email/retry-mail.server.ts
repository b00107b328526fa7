import { reviveMails } from '#domain/email/mail-store.server.ts'
import { log } from '#domain/log.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { isUuid } from '#domain/wire-schema.ts'

/** There is no such mail among those that were given up. */
export type MailNotFound = { reason: 'mail_not_found' }

/** Sends a mail that was given up again: it is due at once, and is tried for another day. */
export async function retryMail({ db }: Pick<Services, 'db'>, id: string): Promise<Result<null, MailNotFound>> {
  if (!isUuid(id) || (await reviveMails(db, id)) === 0) return fail({ reason: 'mail_not_found' })
  log.info('mail tried again', { mail: id })
  return ok(null)
}

/** The same for all of them; answers how many there were. */
export async function retryAllMails({ db }: Pick<Services, 'db'>): Promise<number> {
  const mails = await reviveMails(db)
  log.info('all mails given up are tried again', { mails })
  return mails
}
