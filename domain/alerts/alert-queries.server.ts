import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'

/** All confirmed alerts, the oldest first. */
export function listConfirmedAlerts(db: Kysely<Database>) {
  return db
    .selectFrom('product_alerts')
    .select(['id', 'product_id', 'kind', 'price_grosze', 'due_at'])
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
}

/** After how many days buyers bought a bottle of this size again; null: not known yet. */
export async function findLearntDays(db: Kysely<Database>, volumeMl: number | null): Promise<number | null> {
  if (volumeMl === null) return null
  const found = await db.selectFrom('refill_days').select('days').where('volume_ml', '=', volumeMl).executeTakeFirst()
  return found?.days ?? null
}

/** Larger bottles of the same scent that are on sale, the smallest first. */
export async function listLargerSizes(db: Kysely<Database>, productId: string) {
  const { rows } = await sql<{ volume_ml: number; slug: string; price_grosze: Grosze }>`
    select p.volume_ml, p.slug, p.current_price_grosze as price_grosze
    from products as own, products as p join brands as b on b.id = p.brand_id
    where own.id = ${productId} and coalesce(p.scent_id, p.id) = coalesce(own.scent_id, own.id)
      and p.kind = 'bottle' and p.volume_ml > own.volume_ml and p.active and b.active and not p.out_of_stock
    order by p.volume_ml`.execute(db)
  return rows
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
  return { ...product, volumeMl: volume_ml, name: nameWithVolume({ ...product, volume_ml }) }
}
