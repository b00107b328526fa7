import { type Kysely, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { averageRating } from '#domain/catalog/product-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { nameWithVolume } from '#domain/kernel/order-words/name-with-size.ts'
import { orFail } from '#domain/kernel/result.ts'
import { type ReviewState, reviewAuthor } from './review.ts'
import type { OwnReview, ProductReviews, ReviewAnswer, ReviewSummary } from './review-schema.ts'

/** Approved reviews of one product, newest first, whether or not the product is on sale. */
export async function listApprovedReviews(db: Kysely<Database>, productId: string): Promise<ProductReviews> {
  return orFail('Failed to fetch reviews', readReviews(db, productId))
}

/** The keys of the pictures of reviews as r. */
export const picturesOfReview = sql<string[]>`array(
  select image_key from review_pictures where review_id = r.id order by position
)`

async function readReviews(db: Kysely<Database>, productId: string): Promise<ProductReviews> {
  const [rows, summary] = await Promise.all([
    db
      .selectFrom('reviews as r')
      .select(['r.id', 'r.product_id', 'r.rating', 'r.comment', 'r.confirmed', 'r.author_first_name'])
      .select(['r.answer', 'r.answered_at', 'r.created_at', 'r.updated_at', picturesOfReview.as('pictures')])
      .where('r.product_id', '=', productId)
      .where('r.approved', '=', true)
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id')
      .limit(PAGE_SIZES.reviews)
      .execute(),
    readReviewSummary(db, productId),
  ])
  return {
    items: rows.map(({ author_first_name, answer, answered_at, created_at, updated_at, ...review }) => ({
      ...review,
      answer: toReviewAnswer({ answer, answered_at }),
      author: reviewAuthor(author_first_name),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    })),
    summary,
  }
}

/** The owner's answer, if there is one. */
export function toReviewAnswer(row: { answer: string | null; answered_at: Date | null }): ReviewAnswer | null {
  const { answer: text, answered_at } = row
  return text === null || answered_at === null ? null : { text, answered_at: answered_at.toISOString() }
}

/** Mean and numbers of the approved reviews of a product. */
export async function readReviewSummary(db: Kysely<Database>, productId: string): Promise<ReviewSummary> {
  const rating = await db
    .selectFrom('product_ratings as r')
    .select(({ selectFrom, lit }) => [
      averageRating.as('average_rating'),
      'r.reviews as total_reviews',
      selectFrom('reviews')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('reviews.product_id', '=', 'r.product_id')
        .where('approved', '=', lit(true))
        .where('confirmed', '=', lit(true))
        .$asScalar()
        .$notNull()
        .as('confirmed_reviews'),
    ])
    .where('r.product_id', '=', productId)
    .executeTakeFirst()
  return rating ?? { average_rating: null, total_reviews: 0, confirmed_reviews: 0 }
}

function selectOwnReviews(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select((review) => [
      'r.id',
      'r.rating',
      'r.comment',
      'r.confirmed',
      'r.answer',
      'r.answered_at',
      'r.created_at',
      'r.updated_at',
      picturesOfReview.as('pictures'),
      review
        .case()
        .when('r.approved', '=', true)
        .then<ReviewState>('published')
        .when('r.rejected_at', 'is not', null)
        .then<ReviewState>('rejected')
        .else<ReviewState>('pending')
        .end()
        .as('state'),
      jsonBuildObject({
        id: review.ref('p.id'),
        name: review.ref('p.name'),
        volume_ml: review.ref('p.volume_ml'),
        slug: review.ref('p.slug'),
        brand_name: review.ref('b.name'),
      }).as('product'),
    ])
    .where('r.user_id', '=', userId)
}

type OwnReviewRow = Omit<OwnReview, 'answer' | 'created_at' | 'updated_at' | 'product'> & {
  answer: string | null
  answered_at: Date | null
  created_at: Date
  updated_at: Date
  product: OwnReview['product'] & { volume_ml: number | null }
}

function toOwnReview(row: OwnReviewRow): OwnReview {
  const { answer, answered_at, created_at, updated_at, product, ...review } = row
  const { volume_ml, ...reviewed } = product
  return {
    ...review,
    answer: review.state === 'published' ? toReviewAnswer({ answer, answered_at }) : null,
    product: { ...reviewed, name: nameWithVolume(product) },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** Own reviews, newest first, in any state, including those of products that are no longer sold. */
export async function listOwnReviews(db: Kysely<Database>, userId: string): Promise<OwnReview[]> {
  const rows = await selectOwnReviews(db, userId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(PAGE_SIZES.reviews)
    .execute()
  return rows.map(toOwnReview)
}

/** Products delivered to an account that are on sale and not reviewed by it, the newest parcel first. */
export async function listAwaitedReviews(db: Kysely<Database>, userId: string) {
  const awaited = await db
    .selectFrom('orders')
    .innerJoin('shipments', 'shipments.order_id', 'orders.id')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .where('orders.user_id', '=', userId)
    .where('shipments.status', '=', 'delivered')
    .where('unit_price_grosze', '>', 0)
    .where('products.active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews')
            .select('reviews.id')
            .where('reviews.user_id', '=', userId)
            .whereRef('reviews.product_id', '=', 'products.id'),
        ),
      ),
    )
    .groupBy(['products.id', 'brands.name'])
    .select([
      'products.id',
      'products.name',
      'products.volume_ml',
      'products.slug',
      'brands.name as brand_name',
      'products.image_key',
    ])
    .orderBy(({ fn }) => fn.max('orders.created_at'), 'desc')
    .orderBy('products.id')
    .limit(PAGE_SIZES.awaitedReviews)
    .execute()
  return awaited.map(({ volume_ml, ...product }) => ({ ...product, name: nameWithVolume({ ...product, volume_ml }) }))
}

/** The own review of a product; null when there is none. */
export async function findOwnReview(
  db: Kysely<Database>,
  { userId, productId }: { userId: string; productId: string },
): Promise<OwnReview | null> {
  const row = await selectOwnReviews(db, userId).where('r.product_id', '=', productId).executeTakeFirst()
  return row ? toOwnReview(row) : null
}

/** Whether the account may review a product: it is on sale or was delivered to the account. */
export async function isReviewable(
  db: Kysely<Database>,
  { userId, productId }: { userId: string; productId: string },
): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where(({ or, eb, fn, val }) =>
      or([eb('active', '=', true), fn<boolean>('is_delivered_to', [val(userId), val(productId)])]),
    )
    .executeTakeFirst()
  return product !== undefined
}

/** Whether a parcel with the product was delivered to the account. */
export async function isDeliveredTo(
  db: Kysely<Database>,
  { userId, productId }: { userId: string; productId: string },
): Promise<boolean> {
  const { delivered } = await db
    .selectNoFrom(({ fn, val }) => fn<boolean>('is_delivered_to', [val(userId), val(productId)]).as('delivered'))
    .executeTakeFirstOrThrow()
  return delivered
}
