import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { orFail } from '#domain/named-failure.ts'
import { countPages } from '#domain/paging.ts'
import { rowVersion } from '#domain/row-version-queries.server.ts'
import { MODERATION_PAGE_SIZES, type ModerationPage, type ModerationSort } from './moderation.ts'
import type { ReviewState } from './review.ts'

/** Each state in the columns it is stored in. */
const STATES: Record<ReviewState, Expression<SqlBool>> = {
  pending: sql<SqlBool>`not r.approved and r.rejected_at is null`,
  published: sql<SqlBool>`r.approved`,
  rejected: sql<SqlBool>`not r.approved and r.rejected_at is not null`,
}

type ModerationView = { state: ReviewState; sort: ModerationSort; page: number }

/** A page of the reviews of one state, with the number of those of all. Beyond the end: the last page. */
export function listReviewsToModerate(db: Kysely<Database>, view: ModerationView): Promise<ModerationPage> {
  return orFail('Failed to fetch reviews', readPage(db, view))
}

async function readPage(db: Kysely<Database>, { state, sort, page: wanted }: ModerationView): Promise<ModerationPage> {
  const counts = await countReviews(db)
  const pageSize = MODERATION_PAGE_SIZES[state]
  const total = counts[state]
  const page = Math.min(wanted, countPages(total, pageSize))
  const place = sql`${sort === 'stars' ? sql`r.rating desc,` : sql``} r.created_at desc, r.id`
  // The page is looked for among reviews alone; only what stands on it is joined.
  const onPage = sql<string>`(
    select r.id from reviews as r where ${STATES[state]} order by ${place} limit ${pageSize} offset ${(page - 1) * pageSize}
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
      'r.created_at',
      'p.name as product_name',
      'p.slug as product_slug',
      'b.name as brand_name',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.email_verified',
      'r.confirmed',
    ])
    .select(rowVersion('r.updated_at').as('version'))
    .where('r.id', '=', sql<string>`any(array${onPage})`)
    .orderBy(place)
    .execute()
  const items = rows.map(({ first_name, last_name, email, email_verified, created_at, ...review }) => ({
    ...review,
    state,
    author: { first_name, last_name, email, email_verified },
    created_at: created_at.toISOString(),
  }))
  return { items, total, page, pageSize, counts }
}

async function countReviews(db: Kysely<Database>): Promise<Record<ReviewState, number>> {
  const count = (state: ReviewState) => sql<number>`(count(*) filter (where ${STATES[state]}))::int`.as(state)
  return await db
    .selectFrom('reviews as r')
    .select([count('pending'), count('published'), count('rejected')])
    .executeTakeFirstOrThrow()
}
