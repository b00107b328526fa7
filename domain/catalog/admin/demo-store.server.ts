import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Deactivates and returns the demo products. Deletes their reviews, further pictures and producers. */
export async function deactivateDemoProducts(trx: Transaction<Database>): Promise<{ id: string; brand_id: string }[]> {
  const demo = trx.selectFrom('demo_products').select('product_id')
  await trx.deleteFrom('reviews').where('product_id', 'in', demo).execute()
  await trx.deleteFrom('product_pictures').where('product_id', 'in', demo).execute()
  await trx.deleteFrom('producers').where('is_demo', '=', true).execute()
  return trx
    .updateTable('products')
    .set({ active: false })
    .where('id', 'in', demo)
    .where('active', '=', true)
    .returning(['id', 'brand_id'])
    .execute()
}

/** Deactivates those of these brands that have no active product, except 'Perfumy Arabskie'. */
export async function deactivateEmptyBrands(trx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('brands')
    .set({ active: false })
    .where('id', 'in', [...ids])
    .where('is_arabic', '=', false)
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
