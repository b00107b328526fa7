import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { ShippingRates } from '#domain/kernel/order-words/shipping-method.ts'
import { orFail } from '#domain/kernel/result.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { listEditedKeys, type ProfileValues } from './profile-fields.ts'
import type { ShopSettings } from './settings.ts'

/** The single row of shop settings. */
export function readShopSettings(db: Kysely<Database>): Promise<ShopSettings> {
  return orFail(
    'Failed to fetch shop settings',
    db
      .selectFrom('shop_settings')
      .select(['id', 'hide_substitutes'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow(() => new Error('Shop settings not found')),
  )
}

/** The dispatch calendar of the shop. */
export const readDispatchCalendar = (db: Kysely<Database>) => dispatchCalendar(db).executeTakeFirstOrThrow()

/** The dispatch calendar as a part of another statement. Dates are texts, which have no time zone. */
export function dispatchCalendar(db: Kysely<Database>) {
  return db
    .selectFrom('shop_settings')
    .select([
      'dispatch_until',
      'closed_weekdays',
      sql<string[]>`closed_dates::text[]`.as('closed_dates'),
      sql<string | null>`holiday_from::text`.as('holiday_from'),
      sql<string | null>`holiday_to::text`.as('holiday_to'),
      'holiday_selling',
    ])
    .where('id', '=', 1)
    .$castTo<DispatchCalendar>()
}

/** The newest costs, which apply. Undefined until the admin has set any. */
export const readShippingCosts = (db: Kysely<Database>) => newestShippingCosts(db).executeTakeFirst()

/** For rows of shipping_costs: their rates by method. */
export const shippingRates = sql<ShippingRates>`(
  select json_object_agg(payment || '_' || delivery, grosze) from shipping_rates where costs_id = shipping_costs.id
)`.as('rates')

/** The newest costs as a part of another statement. */
export function newestShippingCosts(db: Kysely<Database>) {
  return db
    .selectFrom('shipping_costs')
    .select(['id', shippingRates, 'free_delivery_from_grosze', 'cod_limit_grosze', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}

/** What the owner entered about the shop, with the version of the row, without fields unknown to this build. */
export async function readEnteredProfile(
  db: Kysely<Database>,
): Promise<{ entered: Partial<ProfileValues>; version: string }> {
  const { entered, version } = await db
    .selectFrom('shop_profile')
    .select(['entered', rowVersion('updated_at').as('version')])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    entered: Object.fromEntries(
      listEditedKeys().flatMap((key) => {
        const value = entered[key]
        return typeof value === 'string' ? [[key, value]] : []
      }),
    ),
    version,
  }
}
