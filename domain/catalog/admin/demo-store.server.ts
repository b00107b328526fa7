import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Takes the products of the demo catalogue out of the shop and deletes the reviews of them; answers which were in it. */
export async function deactivateDemoProducts(trx: Transaction<Database>): Promise<{ id: string; brand_id: string }[]> {
  const demo = trx.selectFrom('demo_products').select('product_id')
  await trx.deleteFrom('reviews').where('product_id', 'in', demo).execute()
  return trx
    .updateTable('products')
    .set({ active: false })
    .where('id', 'in', demo)
    .where('active', '=', true)
    .returning(['id', 'brand_id'])
    .execute()
}

/** Takes those of the brands out of the shop that have no product in it, but for the original line. */
export async function deactivateEmptyBrands(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('brands')
    .set({ active: false })
    .where('id', 'in', [...ids])
    .where('is_original', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('products')
            .select('products.id')
            .whereRef('products.brand_id', '=', 'brands.id')
            .where('products.active', '=', true),
        ),
      ),
    )
    .execute()
}
