import { type Kysely, sql } from 'kysely'
import { noteCatalogRead } from '#domain/catalog/catalog-reads.server.ts'
import type { Database } from '#domain/database.ts'
import { type ProductReviews, reviewAuthor } from './review.ts'

/** Newest this many are shown; the summary counts all. */
const REVIEWS_SHOWN = 200

/** Approved reviews of one product, newest first. Says nothing about whether the product is on sale. */
export async function listApprovedReviews(db: Kysely<Database>, productId: string): Promise<ProductReviews> {
  noteCatalogRead(`product:${productId}`)
  const rows = await db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.product_id', 'r.rating', 'r.comment', 'r.created_at', 'r.updated_at', 'u.first_name'])
    .select([
      sql<number>`round(avg(r.rating) over (), 1)::float8`.as('average_rating'),
      sql<number>`count(*) over ()::int`.as('total_reviews'),
    ])
    .where('r.product_id', '=', productId)
    .where('r.approved', '=', true)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(REVIEWS_SHOWN)
    .execute()
  return {
    items: rows.map(({ first_name, average_rating, total_reviews, created_at, updated_at, ...review }) => ({
      ...review,
      author: reviewAuthor(first_name),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    })),
    summary: { average_rating: rows[0]?.average_rating ?? null, total_reviews: rows[0]?.total_reviews ?? 0 },
  }
}
