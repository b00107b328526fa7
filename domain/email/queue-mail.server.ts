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

/** The same mail as a row of the outbox, for a use case that writes all its rows in one statement. */
export function toOutboxRow({ key, template, to, ids }: QueuedMail) {
  return { key, template, recipient: to, data: ids }
}
