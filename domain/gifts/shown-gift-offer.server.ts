import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import type { Services } from '#domain/services.ts'
import { findGiftOffer, type GiftOffer } from './gift.ts'

/** What pages promise now. Null: nothing, also while the database is away, because pages without it are shown then. */
export async function readShownGiftOffer({
  catalog,
  profile,
  now,
}: Pick<Services, 'catalog' | 'profile' | 'now'>): Promise<GiftOffer | null> {
  try {
    const { giftRule } = await catalog.read()
    return findGiftOffer(giftRule, { shopUrl: profile.shopUrl, today: readWarsawClock(now()).day })
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null
    throw error
  }
}
