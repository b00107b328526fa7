import type { Kysely } from 'kysely'
import { shareRead } from '#domain/catalog/catalog-reads.server.ts'
import type { Database } from '#domain/database.ts'
import { orFail } from '#domain/named-failure.ts'
import type { ShopSettings } from './settings.ts'

/** The single row of shop settings. */
export const readShopSettings = shareRead(
  [],
  (db: Kysely<Database>): Promise<ShopSettings> =>
    orFail(
      'Failed to fetch shop settings',
      db
        .selectFrom('shop_settings')
        .select(['id', 'hide_substitutes'])
        .where('id', '=', 1)
        .executeTakeFirstOrThrow(() => new Error('Shop settings not found')),
    ),
)

/** The newest row, the one that counts; undefined until the admin has set any costs. */
export const readShippingCosts = shareRead(['shipping-costs'], (db: Kysely<Database>) =>
  newestShippingCosts(db).executeTakeFirst(),
)

/** The same as a part of another statement. */
export function newestShippingCosts(db: Kysely<Database>) {
  return db
    .selectFrom('shipping_costs')
    .select([
      'id',
      'kurier_prepaid_grosze',
      'kurier_cod_grosze',
      'paczkomat_prepaid_grosze',
      'paczkomat_cod_grosze',
      'free_delivery_from_grosze',
      'updated_at',
    ])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}
