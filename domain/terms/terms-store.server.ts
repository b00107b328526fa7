import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Day } from '#domain/shipping/delivery-date/calendar-day.ts'
import { hasAccount } from './terms-queries.server.ts'

type NewVersion = { version: Day; fullText: string }

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Stores a version. False when there is one of that day already. */
export async function insertTerms(trx: Transaction<Database>, { version, fullText }: NewVersion): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('terms_versions')
    .values({ version, full_text: fullText, sha256: hash(fullText) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Stores the first version, unless the shop has one. As long as nobody has accepted it and no other was published, it
 * follows the settings: the owner of a new shop begins with the seller of the demo.
 */
export async function storeFirstTerms(db: Kysely<Database>, { version, fullText }: NewVersion): Promise<void> {
  await sql`
    insert into terms_versions (version, full_text, sha256)
    select ${version}, ${fullText}, ${hash(fullText)} where not exists (select from terms_versions)
    on conflict do nothing`.execute(db)
  await sql`
    update terms_versions set version = ${version}, full_text = ${fullText}, sha256 = ${hash(fullText)}
    where full_text <> ${fullText} and (select count(*) from terms_versions) = 1
      and not exists (select from checkouts where checkouts.terms_version = terms_versions.version)
      and not exists (select from users where users.terms_version = terms_versions.version)`.execute(db)
}

/** Mails of one statement, and how many of them become due a second, so that they delay no mail about an order. */
const BATCH = 500
const PER_SECOND = 10

/**
 * Queues the mail about each version that is not in force yet to the accounts that have none. The key of a mail is that
 * of version and account. @returns how many were queued
 */
export async function queueTermsMails(db: Kysely<Database>, today: Day): Promise<number> {
  let all = 0
  let queued: number
  do {
    const { numAffectedRows = 0n } = await sql`
      insert into mail_outbox (key, template, recipient, data, next_attempt_at)
      select key, 'terms-change', email, jsonb_build_object('version', version),
        now() + make_interval(secs => (${all} + row_number() over (order by key)) / ${PER_SECOND}::float8)
      from (
        select 'terms-change:' || version || ':' || users.id as key, email, version
        from terms_versions join users on ${hasAccount}
        where version > ${today}
          and not exists (select from mail_outbox where key = 'terms-change:' || version || ':' || users.id)
        order by version, users.id limit ${BATCH}
      ) as untold
      on conflict (key) do nothing`.execute(db)
    queued = Number(numAffectedRows)
    all += queued
  } while (queued === BATCH)
  return all
}
