import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/row-version-queries.server.ts'
import { type DispatchSettings, NEW_BUYER_LIMIT_NAMES, type NewBuyerLimits } from './admin-settings.ts'
import { dispatchCalendar } from './settings-queries.server.ts'

/** The shop's switches with their version. */
export function readHideSubstitutes(db: Kysely<Database>) {
  return db
    .selectFrom('shop_settings')
    .select(['hide_substitutes', rowVersion('updated_at').as('version')])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
}

/** When parcels leave, with the same version. */
export function readDispatchSettings(db: Kysely<Database>): Promise<DispatchSettings> {
  return dispatchCalendar(db).select(rowVersion('updated_at').as('version')).executeTakeFirstOrThrow()
}

export function readNewBuyerLimits(db: Kysely<Database>): Promise<NewBuyerLimits> {
  return db
    .selectFrom('unproven_account_limits')
    .select([...NEW_BUYER_LIMIT_NAMES, rowVersion('updated_at').as('version')])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
}

/** Costs of delivery as they were set, newest first. */
export function listShippingCosts(db: Kysely<Database>, most: number) {
  return db
    .selectFrom('shipping_costs')
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
