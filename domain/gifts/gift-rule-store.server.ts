import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { GiftRule } from './gift.ts'
import type { GiftRuleChange } from './gift-rule.ts'
import { giftRule } from './gift-rule-queries.server.ts'

/** Locks the rule until the transaction ends. A caller that also locks products locks them first. */
export function lockGiftRule(trx: Transaction<Database>): Promise<GiftRule> {
  return giftRule(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** False when the rule, or the number of gifts left, has changed since it was seen. */
export async function updateGiftRule(
  trx: Transaction<Database>,
  { version, sample_codes, ...rule }: GiftRuleChange,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_rule')
    .set({
      ...rule,
      preset: false,
      sample_codes_since: sample_codes ? sql<Date>`coalesce(sample_codes_since, ${now})` : null,
    })
    .where('id', '=', 1)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
