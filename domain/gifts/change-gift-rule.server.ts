import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { findGiftOffer } from './gift.ts'
import type { GiftRuleChange } from './gift-rule.ts'
import { readVersionedGiftRule } from './gift-rule-queries.server.ts'
import { updateGiftRule } from './gift-rule-store.server.ts'

/** The rule as the admin sees it. */
export async function readGiftRuleForAdmin({ db, profile, now }: Pick<Services, 'db' | 'profile' | 'now'>) {
  const rule = await readVersionedGiftRule(db)
  const facts = { shopUrl: profile.shopUrl, today: readWarsawClock(now()).day }
  return { ...rule, genders: [...rule.genders], offered: findGiftOffer(rule, facts) !== null }
}
export type StoredGiftRule = Awaited<ReturnType<typeof readGiftRuleForAdmin>>

const CHANGED = { reason: 'changed_meanwhile' } as const

/** Sets who gets a free gift from now on. Orders keep what they got. */
export function changeGiftRule(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  change: GiftRuleChange,
): Promise<Result<null, Busy | typeof CHANGED>> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    if (!(await updateGiftRule(trx, change, now()))) return fail(CHANGED)
    const { version: _, ...rule } = change
    await recordAudit(trx, { userId, action: 'gift_rule.changed', details: rule })
    return ok(null)
  })
}
