import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { type DispatchSettings, NEW_BUYER_LIMIT_NAMES, type NewBuyerLimits } from './admin-settings.ts'
import { dispatchCalendar, shippingRates } from './settings-queries.server.ts'

/** Whether substitutes are hidden, since when according to the audit, and how many products that concerns. */
export async function readHideSubstitutes(db: Kysely<Database>) {
  const active = db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .where('products.active', '=', true)
    .where('brands.active', '=', true)
    .select(sql<number>`count(*)::int`.as('n'))
  const { hidden_since, ...settings } = await db
    .selectFrom('shop_settings')
    .select(['hide_substitutes', rowVersion('updated_at').as('version')])
    .select((eb) => [
      active.as('products'),
      active.where('brands.is_original', '=', false).as('substitutes'),
      eb
        .selectFrom('audit_events')
        .select('created_at')
        .where(sql<boolean>`split_part(action, '.', 1) = 'shop_settings' and details @> '{"hide_substitutes": true}'`)
        .where('hide_substitutes', '=', true)
        .orderBy('audit_events.id', 'desc')
        .limit(1)
        .as('hidden_since'),
    ])
    .where('shop_settings.id', '=', 1)
    .$narrowType<{ products: number; substitutes: number }>()
    .executeTakeFirstOrThrow()
  return { ...settings, hidden_since: hidden_since?.toISOString() ?? null }
}
export type HideSubstitutes = Awaited<ReturnType<typeof readHideSubstitutes>>

/** The dispatch calendar, with the version of the shop's settings. */
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
    .select(['id', shippingRates, 'free_delivery_from_grosze', 'cod_limit_grosze', 'preset', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
