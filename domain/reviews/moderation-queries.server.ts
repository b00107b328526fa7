import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { Database } from '#domain/database.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages, walkToPage } from '#domain/kernel/lists/paging.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { orFail } from '#domain/kernel/result.ts'
import type { ModerationSort, ReviewState } from './review.ts'
import { picturesOfReview, toReviewAnswer } from './review-queries.server.ts'

/** The condition of each state on the columns that store it. */
const STATES: Record<ReviewState, Expression<SqlBool>> = {
  pending: sql<SqlBool>`not r.approved and r.rejected_at is null`,
  published: sql<SqlBool>`r.approved`,
  rejected: sql<SqlBool>`not r.approved and r.rejected_at is not null`,
}

/** Each order, and its reverse. */
const ORDERS: Record<ModerationSort, readonly [order: RawBuilder<unknown>, turned: RawBuilder<unknown>]> = {
  newest: [sql`r.created_at desc, r.id`, sql`r.created_at, r.id desc`],
  stars: [sql`r.rating desc, r.created_at desc, r.id`, sql`r.rating, r.created_at, r.id desc`],
}

type ModerationView = { state: ReviewState; sort: ModerationSort; page: number }

export type ModerationPage = Awaited<ReturnType<typeof readPage>>
/** A review as the admin reads it before it is published. A deleted product or author is null. */
export type ModeratedReview = ModerationPage['items'][number]

/** A page of the reviews in one state, with the numbers of all states. Beyond the end: the last page. */
export function listReviewsToModerate(db: Kysely<Database>, view: ModerationView): Promise<ModerationPage> {
  return orFail('Failed to fetch reviews', readPage(db, view))
}

async function readPage(db: Kysely<Database>, { state, sort, page: wanted }: ModerationView) {
  const counts = await countReviews(db)
  const pageSize = PAGE_SIZES.moderation[state]
  const total = counts[state]
  const page = Math.min(wanted, countPages(total, pageSize))
  const { backwards, offset, limit } = walkToPage({ page, pageSize, total })
  const [order, turned] = ORDERS[sort]
  // The page is located in an index of this state alone. Only its rows are read and joined.
  const onPage = sql<string>`(
    select r.id from reviews as r where ${STATES[state]} order by ${backwards ? turned : order} limit ${limit} offset ${offset}
  )`
  const rows = await db
    .selectFrom('reviews as r')
    .leftJoin('products as p', 'p.id', 'r.product_id')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.rating',
      'r.comment',
      'r.answer',
      'r.answered_at',
      picturesOfReview.as('pictures'),
      'r.created_at',
      'p.name as product_name',
      'p.kind as product_kind',
      'p.volume_ml as product_volume_ml',
      'p.slug as product_slug',
      'b.name as brand_name',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.email_verified',
      'r.confirmed',
    ])
    // Sent back with the decision, so that a changed text is never published unread.
    .select(rowVersion('r.updated_at').as('version'))
    .where('r.id', '=', sql<string>`any(array${onPage})`)
    .orderBy(order)
    .execute()
  const items = rows.map((row) => {
    const { first_name, last_name, email, email_verified, created_at, product_kind, product_volume_ml, ...rest } = row
    const { answer, answered_at, ...review } = rest
    return {
      ...review,
      product_name:
        review.product_name !== null && product_kind !== null
          ? nameSized({ name: review.product_name, kind: product_kind, volume_ml: product_volume_ml })
          : null,
      state,
      answer: toReviewAnswer({ answer, answered_at }),
      author: { first_name, last_name, email, email_verified },
      created_at: created_at.toISOString(),
    }
  })
  return { items, total, page, pageSize, counts }
}

/** The comment of a review; '' without one. */
export async function readComment(db: Kysely<Database>, id: string): Promise<string> {
  const review = await db.selectFrom('reviews').select('comment').where('id', '=', id).executeTakeFirst()
  return review?.comment ?? ''
}

/** Published reviews are already counted by triggers. */
async function countReviews(db: Kysely<Database>): Promise<Record<ReviewState, number>> {
  const { rows } = await sql<Record<ReviewState, number>>`
    select (select count(*)::int from reviews as r where ${STATES.pending}) as pending,
      (select coalesce(sum(reviews), 0)::int from product_ratings) as published,
      (select count(*)::int from reviews as r where ${STATES.rejected}) as rejected`.execute(db)
  return rows[0] ?? { pending: 0, published: 0, rejected: 0 }
}
