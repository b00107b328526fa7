import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'

/** The version in force on a day, as a column of any query: the newest that has begun, or the first one there is. */
export const termsInForceOn = (day: Day) =>
  sql<string>`coalesce((select max(version) from terms_versions where version <= ${day}),
    (select min(version) from terms_versions))`

export type TermsVersion = {
  version: string
  full_text: string
  sha256: string
  published_at: Date
  /** Whether the text came with the shop and was not written by its owner. */
  preset: boolean
}

/** The terms in force at a moment. The start of the shop stores the first version. */
export async function readTermsInForce(db: Kysely<Database>, now: Date): Promise<TermsVersion> {
  return db
    .selectFrom('terms_versions')
    .selectAll()
    .where('version', '=', termsInForceOn(readWarsawClock(now).day))
    .executeTakeFirstOrThrow(() => new Error('the shop has stored no terms'))
}

/** The newest version, also one that is not in force yet. */
export async function readNewestTerms(db: Kysely<Database>): Promise<TermsVersion> {
  return db
    .selectFrom('terms_versions')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => new Error('the shop has stored no terms'))
}

/** The first day of the first version; undefined: the shop has stored no terms. */
export async function findFirstTermsDay(db: Kysely<Database>): Promise<Day | undefined> {
  const first = await db.selectFrom('terms_versions').select('version').orderBy('version').limit(1).executeTakeFirst()
  return first?.version
}

export function findTerms(db: Kysely<Database>, version: string): Promise<TermsVersion | undefined> {
  return db.selectFrom('terms_versions').selectAll().where('version', '=', version).executeTakeFirst()
}

/** The version that was the newest one before this. */
export function findTermsBefore(db: Kysely<Database>, version: string): Promise<TermsVersion | undefined> {
  return db
    .selectFrom('terms_versions')
    .selectAll()
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** All versions without their texts, newest first. */
export function listTermsVersions(db: Kysely<Database>) {
  return db
    .selectFrom('terms_versions')
    .select(['version', 'sha256', 'published_at'])
    .orderBy('version', 'desc')
    .execute()
}

/**
 * Whether a user has an account. Buyers without one, deleted accounts and authors of the demo’s reviews have addresses
 * that cannot exist (RFC 2606).
 */
export const hasAccount = sql<boolean>`users.role = 'customer' and users.email not like '%.invalid'`

export async function countCustomers(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(hasAccount)
    .executeTakeFirstOrThrow()
  return count
}
