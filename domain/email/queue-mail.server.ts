import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { insertMail } from '#domain/email/mail-store.server.ts'
import type { Services } from '#domain/services.ts'
import type { QueuedMail } from './mail.ts'

/**
 * Writes a mail into the outbox and its delivery into the job queue, in the caller's transaction: it goes out exactly when
 * that commits. The same `key` again changes nothing, so a repeated use case cannot write twice.
 */
export async function queueMail(
  trx: Transaction<Database>,
  services: Pick<Services, 'jobs'>,
  mail: QueuedMail,
): Promise<void> {
  const mailId = await insertMail(trx, mail)
  if (mailId !== undefined) await services.jobs.enqueue(trx, 'deliver-mail', { mailId })
}
