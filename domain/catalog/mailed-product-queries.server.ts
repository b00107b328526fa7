import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { onSale } from './product-queries.server.ts'

/** Those of these products that visitors still see and the customer has not reviewed, by name. */
export function listProductsToReview(
  db: Kysely<Database>,
  { userId, productIds }: { userId: string; productIds: readonly string[] },
) {
  return db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.slug', 'p.name', 'b.name as brand_name'])
    .where('p.id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where(onSale)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews')
            .select('reviews.id')
            .whereRef('reviews.product_id', '=', 'p.id')
            .where('reviews.user_id', '=', userId),
        ),
      ),
    )
    .orderBy(sql`p.name collate polish`)
    .orderBy('p.id')
    .execute()
}
