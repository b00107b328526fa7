import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'

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

/** The data of a product for the mails about it, its name with its size. Rejects when the product does not exist. */
export async function findAlertedProduct(db: Kysely<Database>, productId: string) {
  const { volume_ml, ...product } = await db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select([
      'p.name',
      'p.volume_ml',
      'p.slug',
      'b.name as brandName',
      'p.current_price_grosze as priceGrosze',
      'p.image_key as imageKey',
    ])
    .where('p.id', '=', productId)
    .executeTakeFirstOrThrow()
  return { ...product, name: nameWithVolume({ ...product, volume_ml }) }
}
