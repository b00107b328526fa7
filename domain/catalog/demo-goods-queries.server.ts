import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Whether goods of the demo are on sale. Beside them alone the pictures, films and words of the demo are shown. */
export async function hasDemoGoods(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom('demo_products')
    .innerJoin('products', 'products.id', 'demo_products.product_id')
    .select('product_id')
    .where('products.active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
