import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { isWithoutCashOnDelivery } from '#domain/buyers/buyer-queries.server.ts'
import { isNewBuyer, parcelLimits } from '#domain/checkout/order-limits-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { unpaidIds } from '#domain/flows/payments/own-unpaid-queries.server.ts'
import { giftRule } from '#domain/gifts/gift-rule-queries.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type KeyUse, selectKey } from '#domain/kernel/idempotency/idempotency-store.server.ts'
import { newestShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { describeStop } from '#domain/shipping/delivery-date/delivery-date.ts'
import { termsInForceOn } from '#domain/terms/terms-queries.server.ts'

/**
 * What the shop requires of an order and what it knows of the buyer, in one round trip before the transaction: whether
 * the key was used already, whether limits for new buyers apply, and the present terms.
 */
export async function readOrderTerms(
  db: Kysely<Database>,
  { userId, key, email }: Pick<KeyUse, 'userId' | 'key'> & { email: string },
  now: Date,
) {
  const { day: today } = readWarsawClock(now)
  const terms = await db
    .selectFrom('shop_settings')
    .where('shop_settings.id', '=', 1)
    .select([
      jsonObjectFrom(selectKey(db, { userId, key })).as('known'),
      isNewBuyer(userId).as('isNewBuyer'),
      sql<boolean>`exists (select from guests where user_id = ${userId})`.as('isGuest'),
      sql<boolean>`exists (select from users where id = ${userId} and email_verified)`.as('isProven'),
      isWithoutCashOnDelivery(email).as('isWithoutCashOnDelivery'),
      parcelLimits(userId).as('parcelLimits'),
      unpaidIds(userId).as('unpaidIds'),
      'hide_substitutes as hideSubstitutes',
      sql<string | null>`holiday_from::text`.as('holiday_from'),
      sql<string | null>`holiday_to::text`.as('holiday_to'),
      'holiday_selling',
      jsonObjectFrom(newestShippingCosts(db)).as('costs'),
      jsonObjectFrom(giftRule(db)).$notNull().as('giftRule'),
      termsInForceOn(today).as('termsVersion'),
    ])
    .executeTakeFirstOrThrow(() => new Error('the shop has no settings'))
  return { ...terms, today, stopped: describeStop(terms, today) }
}
