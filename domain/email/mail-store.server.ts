import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { MailContent } from '#domain/email/templates.ts'

/** Seconds one attempt owns a letter. Longer than all time-outs of an attempt together, so that two never send at once. */
const LEASE_SECONDS = 20

/** Writes the letter unless its key is taken; answers the new row's id, or undefined when it was there already. */
export async function insertMail(
  trx: Transaction<Database>,
  mail: MailContent & { key: string; to: string },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('mail_outbox')
    .values({ key: mail.key, template: mail.template, recipient: mail.to, data: JSON.stringify(mail.data) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Takes an unsent letter for one attempt; undefined when it is sent, gone, or another attempt has it. */
export function claimMail(db: Kysely<Database>, id: string) {
  return db
    .updateTable('mail_outbox')
    .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', sql<Date>`now()`)]))
    .returning(['id', 'template', 'recipient', 'data'])
    .executeTakeFirst()
}

export async function markMailSent(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: sql<Date>`now()`, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Gives a letter back after a failed attempt, so that the next one need not wait for the lease to end. */
export async function releaseMail(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ claimed_until: null }).where('id', '=', id).execute()
}

/** Whether a letter still waits to be sent; false also when there is none. */
export async function isMailWaiting(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
