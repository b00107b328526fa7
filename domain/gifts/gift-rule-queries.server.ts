import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/row-version-queries.server.ts'
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
    ])
    .where('id', '=', 1)
    .$castTo<GiftRule>()
}

export function readGiftRule(db: Kysely<Database>): Promise<GiftRule> {
  return giftRule(db).executeTakeFirstOrThrow()
}

/** The rule with its version, for the admin. */
export function readVersionedGiftRule(db: Kysely<Database>): Promise<GiftRule & { version: string }> {
  return giftRule(db).select(rowVersion('updated_at').as('version')).executeTakeFirstOrThrow()
}
