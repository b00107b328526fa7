import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** All confirmed alerts, the oldest first. */
export function listConfirmedAlerts(db: Kysely<Database>) {
  return db
    .selectFrom('product_alerts')
    .select(['id', 'product_id', 'kind', 'price_grosze'])
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
}

/** The data of a product for the mails about it. Rejects when the product does not exist. */
export function findAlertedProduct(db: Kysely<Database>, productId: string) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.name', 'p.slug', 'b.name as brandName', 'p.current_price_grosze as priceGrosze'])
    .where('p.id', '=', productId)
    .executeTakeFirstOrThrow()
}
