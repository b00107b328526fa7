import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { GiftRule } from './gift.ts'

/** The rule of free gifts, also as a part of another statement. */
export function giftRule(db: Kysely<Database>) {
  return db
    .selectFrom('gift_rule')
    .select([
      'active',
      'genders',
      'from_grosze',
      'gift',
      'stock',
      sql<string | null>`until_day::text`.as('until_day'),
      'preset',
      'with_sample',
      sql<boolean>`sample_codes_since is not null`.as('sample_codes'),
    ])
    .where('id', '=', 1)
    .$castTo<GiftRule>()
}

export function readGiftRule(db: Kysely<Database>): Promise<GiftRule> {
  return giftRule(db).executeTakeFirstOrThrow()
}

/** Since when the price of ordered samples comes back as a code; null: it does not. */
export async function readSampleCodesSince(db: Kysely<Database>): Promise<Date | null> {
  return (await db.selectFrom('gift_rule').select('sample_codes_since').executeTakeFirstOrThrow()).sample_codes_since
}

/** The rule with its version, for the admin. */
export function readVersionedGiftRule(db: Kysely<Database>): Promise<GiftRule & { version: string }> {
  return giftRule(db).select(rowVersion('updated_at').as('version')).executeTakeFirstOrThrow()
}
