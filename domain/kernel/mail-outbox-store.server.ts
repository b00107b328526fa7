import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { NO_MAIL_DOMAIN, type QueuedMail } from './mail.ts'
import { addRequestId, takeLetterNetwork } from './present-call.server.ts'

/**
 * Writes a mail into the outbox, in the caller's transaction: it is sent exactly when that commits. The same `key`
 * again changes nothing, so a repeated use case sends one mail. Who gave no address gets none.
 */
export async function queueMail(trx: Transaction<Database>, mail: QueuedMail): Promise<void> {
  if (mail.to.endsWith(`@${NO_MAIL_DOMAIN}`)) return
  const row = toOutboxRow(mail)
  await trx
    .insertInto('mail_outbox')
    .values({ ...row, data: JSON.stringify(row.data) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/**
 * Writes a mail about several rows of one transaction, or adds `id` to the list of the one that is already written
 * under this key.
 */
export async function queueMailOfMany(
  trx: Transaction<Database>,
  mail: QueuedMail,
  { list, id }: { list: string; id: string },
): Promise<void> {
  await queueMail(trx, mail)
  await sql`
    update mail_outbox set data = jsonb_set(data, array[${list}::text], data -> ${list}::text || to_jsonb(${id}::text))
    where key = ${mail.key} and not data -> ${list}::text @> to_jsonb(${id}::text)`.execute(trx)
}

/** The same mail as a row of the outbox, for a use case that inserts all its rows in one statement. */
export function toOutboxRow({ key, template, to, ids }: QueuedMail) {
  const network = FIRST_LETTERS.has(template) ? takeLetterNetwork() : null
  return { key, template, recipient: to, data: addRequestId(ids), network }
}

/**
 * Mails that anybody can cause to a typed address. Until an address has been sent a mail, their number is limited by
 * network (mail-store.server.ts). Confirmations of orders are limited as parcels are.
 */
const FIRST_LETTERS: ReadonlySet<QueuedMail['template']> = new Set([
  'welcome',
  'email-verification',
  'held-order',
  'alert-confirmation',
  'newsletter-confirmation',
  'case-received',
  // Of an account that was registered with another person's address.
  'password-changed',
  'account-deleted',
])

/** Queues a mail of the outbox again under another key: the same template, recipient and ids. */
export async function queueMailAgain(trx: Transaction<Database>, mailId: string, key: string): Promise<void> {
  await sql`
    insert into mail_outbox (key, template, recipient, data)
    select ${key}, template, recipient, data - 'requestId' || ${JSON.stringify(addRequestId({}))}::jsonb
    from mail_outbox where id = ${mailId}
    on conflict (key) do nothing`.execute(trx)
}
