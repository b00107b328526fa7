import { type Kysely, sql } from 'kysely'
import { countProductsBySource } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { TrialCounts } from './going-live.ts'

/** Whether an order was placed on https, or paid in live mode. From then on terms bind and nothing may be removed. */
export async function hasRealOrder(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ real: boolean }>`select has_real_order() as real`.execute(db)
  return rows[0]?.real ?? false
}

/** The numbers of trial orders, people and other data. */
export async function countTrial(db: Kysely<Database>, adminEmail: string): Promise<TrialCounts> {
  const { rows } = await sql<Omit<TrialCounts, 'demo_products'>>`
    select (select count(*) from orders)::int as orders,
      (select count(*) from users where not ${staysAfterTrial(adminEmail)})::int as people,
      (select count(*) from reviews)::int as reviews,
      (select count(*) from return_cases)::int as cases,
      (select count(*) from contact_messages)::int as messages,
      (select count(*) from mail_outbox)::int as mails`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  return { ...counts, demo_products: (await countProductsBySource(db)).demo }
}

/** The accounts that stay, as a condition on users: the owner's, and those of invited people. */
export const staysAfterTrial = (adminEmail: string) =>
  sql<boolean>`(users.role not in ('customer', 'admin') or users.role = 'admin' and users.email = ${adminEmail})`

/**
 * Whether nothing is left of a trial, or it is too late to remove it. A trial consists of its orders and, until the
 * first removal, also of its people, reviews and messages. People who come later to a shop on https are real.
 */
export async function isTrialOver(db: Kysely<Database>, adminEmail: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select has_real_order() or not (
      exists (select from checkouts) or exists (select from return_cases)
      or ((select cleaned_at is null from going_live) and (
        exists (select from users where not ${staysAfterTrial(adminEmail)}) or exists (select from contact_messages)))
    ) as over`.execute(db)
  return rows[0]?.over ?? false
}
