import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { ShippingCosts } from '#domain/shipping/shipping-method.ts'

export type ShopSettings = { id: number; hide_substitutes: boolean }

/** The single row of shop settings (spec 1 §3). */
export function shopSettings(db: Kysely<Database>): Promise<ShopSettings> {
  return db.selectFrom('shop_settings').select(['id', 'hide_substitutes']).where('id', '=', 1).executeTakeFirstOrThrow()
}

export type CurrentShippingCosts = ShippingCosts & { id: string; updated_at: Date }

/** The newest row, the one that counts; undefined until the owner has set any costs. */
export function currentShippingCosts(db: Kysely<Database>): Promise<CurrentShippingCosts | undefined> {
  return db
    .selectFrom('shipping_costs')
    .select([
      'id',
      'kurier_prepaid_grosze',
      'kurier_cod_grosze',
      'paczkomat_prepaid_grosze',
      'paczkomat_cod_grosze',
      'updated_at',
    ])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
