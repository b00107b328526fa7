import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { reviewAuthor } from './review.ts'

/** A customer's words and first name. */
export type Praise = { text: string; author: string }

/** With fewer reviews to quote, none is quoted. */
export const LEAST_PRAISE = 10

/**
 * The source of the words in 'Mówią o nas': reviews, or the demo. The demo's words are invented, so they are shown only
 * with its goods, and never on https; null: none are shown.
 */
export function chooseQuotes(
  praise: readonly Praise[],
  { shopUrl, hasDemoGoods }: { shopUrl: string; hasDemoGoods: boolean },
): 'reviews' | 'demo' | null {
  if (praise.length >= LEAST_PRAISE) return 'reviews'
  return shopUrl.startsWith('https:') || !hasDemoGoods ? null : 'demo'
}

/**
 * Approved words of 4 and 5 stars by customers who received the product, newest first: of products on sale, without the
 * demo's, and short enough for one line.
 */
export async function listPraise(db: Kysely<Database>): Promise<Praise[]> {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select([sql<string>`regexp_replace(trim(comment), '\\s+', ' ', 'g')`.as('text'), 'reviews.author_first_name'])
    .where('reviews.approved', '=', true)
    .where('reviews.confirmed', '=', true)
    .where('reviews.rating', '>=', 4)
    .where('products.active', '=', true)
    .where(sql<boolean>`char_length(trim(comment)) between 3 and 120`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('demo_products').select('product_id').whereRef('product_id', '=', 'products.id'))),
    )
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id')
    .limit(PAGE_SIZES.praise)
    .execute()
  return rows.map(({ text, author_first_name }) => ({ text, author: reviewAuthor(author_first_name) }))
}
