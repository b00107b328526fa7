import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { insertMail } from '#domain/email/mail-store.server.ts'
import type { QueuedMail } from './mail.ts'

/**
 * Writes a mail into the outbox, in the caller's transaction: it goes out exactly when that commits. The same `key` again
 * changes nothing, so a repeated use case cannot write twice.
 */
export function queueMail(trx: Transaction<Database>, mail: QueuedMail): Promise<void> {
  return insertMail(trx, mail)
}
