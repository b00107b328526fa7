import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { QueuedMail } from './mail.ts'

/** Writes the mail unless its key is taken; answers the new row's id, or undefined when it was there already. */
export async function insertMail(trx: Transaction<Database>, mail: QueuedMail): Promise<string | undefined> {
  const row = await trx
    .insertInto('mail_outbox')
    .values({ key: mail.key, template: mail.template, recipient: mail.to, data: JSON.stringify(mail.ids) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** A mail that is neither sent nor given up. */
export function findWaitingMail(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'template', 'recipient', 'data'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Takes a waiting mail for one attempt; undefined when another has it, or it waits no more. The end of the lease
 * identifies a claim: a later one ends later. Whole milliseconds, because that is what a Date can hold.
 */
export async function claimMail(db: Kysely<Database>, id: string, leaseMs: number): Promise<Date | undefined> {
  const row = await db
    .updateTable('mail_outbox')
    .set({
      claimed_until: sql<Date>`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}))`,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .returning('claimed_until')
    .executeTakeFirst()
  return row?.claimed_until ?? undefined
}

/** Gives a mail back after a failed attempt, so that the next one need not wait for the lease to end; only our own. */
export async function releaseMail(db: Kysely<Database>, id: string, claim: Date): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', claim)
    .execute()
}

/** True whoever holds the claim by now, so that it need not be ours: the server has taken the mail. */
export async function markMailSent(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: sql<Date>`now()`, failed_at: null, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Gives a mail up, unless it was sent after all. */
export async function markMailFailed(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ failed_at: sql<Date>`now()`, claimed_until: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}
