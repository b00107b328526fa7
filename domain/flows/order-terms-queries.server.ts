import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { newBuyerHoldings, parcelLimits } from '#domain/checkout/order-limits-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { type KeyUse, selectKey } from '#domain/idempotency/idempotency-queries.server.ts'
import { newestShippingCosts } from '#domain/settings/settings-queries.server.ts'

/** What is known before an order is placed: whether it was placed under this key already, and whether its parcel counts. */
export function readBuyer(db: Kysely<Database>, { userId, key }: Pick<KeyUse, 'userId' | 'key'>) {
  return db
    .selectNoFrom([jsonObjectFrom(selectKey(db, { userId, key })).as('known'), parcelLimits(userId).as('parcelLimits')])
    .executeTakeFirstOrThrow()
}

type OrderFacts = {
  userId: string
  productIds: readonly string[]
  /** As `findOrderingNetwork` names it. */
  network: string
}

/** What the shop asks, and what the buyer may order, beside the products themselves. */
export function readOrderTerms(db: Kysely<Database>, facts: OrderFacts) {
  return db
    .selectFrom('shop_settings')
    .where('shop_settings.id', '=', 1)
    .select([
      'hide_substitutes as hideSubstitutes',
      sql<string | null>`holiday_from::text`.as('holiday_from'),
      sql<string | null>`holiday_to::text`.as('holiday_to'),
      'holiday_selling',
      jsonObjectFrom(newestShippingCosts(db)).as('costs'),
      newBuyerHoldings(facts).as('holdings'),
    ])
    .executeTakeFirstOrThrow(() => new Error('the shop has no settings'))
}
