import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
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

/** Puts a text of the owner in the place of the version of its day, which binds nobody before the first real order. */
export async function replaceTerms(trx: Transaction<Database>, { version, fullText }: NewVersion): Promise<void> {
  const text = { full_text: fullText, sha256: hash(fullText), published_at: sql<Date>`now()`, preset: false }
  await trx
    .insertInto('terms_versions')
    .values({ version, ...text })
    .onConflict((conflict) => conflict.column('version').doUpdateSet(text))
    .execute()
}

/** Blocks new orders until the transaction ends, so that the first real order has the terms that its buyer saw. */
export async function lockOutOrders(trx: Transaction<Database>): Promise<void> {
  await sql`lock table checkouts in share row exclusive mode`.execute(trx)
}

/**
 * Stores the first version, unless the shop has one. Until the first real order the text that comes with the shop
 * follows the settings, whoever accepted it: the owner of a new shop begins with the seller of the demo. A text that
 * the owner wrote stays.
 */
export async function storeFirstTerms(db: Kysely<Database>, { version, fullText }: NewVersion): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into terms_versions (version, full_text, sha256, preset)
      select ${version}, ${fullText}, ${hash(fullText)}, true where not exists (select from terms_versions)
      on conflict do nothing`.execute(trx)
    const outdated = await trx
      .selectFrom('terms_versions')
      .select('version')
      .where('preset', '=', true)
      .where('full_text', '<>', fullText)
      .where(sql<boolean>`not has_real_order()`)
      .executeTakeFirst()
    if (!outdated) return
    await lockOutOrders(trx)
    const { rows } = await sql`
      update terms_versions set version = ${version}, full_text = ${fullText}, sha256 = ${hash(fullText)}
      where version = ${outdated.version} and not has_real_order()
        and (version = ${version} or not exists (select from terms_versions where version = ${version}))
      returning version`.execute(trx)
    if (rows.length === 0 || outdated.version === version) return
    await sql`update checkouts set terms_version = ${version} where terms_version = ${outdated.version}`.execute(trx)
    await sql`update users set terms_version = ${version} where terms_version = ${outdated.version}`.execute(trx)
  })
}

/** Mails of one statement, and how many of them become due per second, so that they delay no mail about an order. */
const BATCH = 500
const PER_SECOND = 10

/**
 * Queues the mail about each version that is not in force yet to the accounts that have not been mailed it. The key of
 * a mail is that of version and account. @returns how many were queued
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
