import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { QueuedMail } from './mail.ts'
import { addRequestId } from './request-id.server.ts'

/**
 * Writes a mail into the outbox, in the caller's transaction: it is sent exactly when that commits. The same `key`
 * again changes nothing, so a repeated use case sends one mail.
 */
export async function queueMail(trx: Transaction<Database>, mail: QueuedMail): Promise<void> {
  const row = toOutboxRow(mail)
  await trx
    .insertInto('mail_outbox')
    .values({ ...row, data: JSON.stringify(row.data) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** The same mail as a row of the outbox, for a use case that inserts all its rows in one statement. */
export function toOutboxRow({ key, template, to, ids }: QueuedMail) {
  return { key, template, recipient: to, data: addRequestId(ids) }
}

/** Queues a mail of the outbox again under another key: the same template, recipient and ids. */
export async function queueMailAgain(trx: Transaction<Database>, mailId: string, key: string): Promise<void> {
  await sql`
    insert into mail_outbox (key, template, recipient, data)
    select ${key}, template, recipient, data - 'requestId' || ${JSON.stringify(addRequestId({}))}::jsonb
    from mail_outbox where id = ${mailId}
    on conflict (key) do nothing`.execute(trx)
}
