import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion, rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { TypedReview } from './review-input.ts'

type Texts = Pick<TypedReview, 'rating' | 'comment'>

/**
 * Inserts a review that waits for the admin and returns its id. Null, and nothing is changed, when the user already has
 * one of this product.
 */
export async function insertReview(
  db: Kysely<Database>,
  review: Texts & { product_id: string; user_id: string },
): Promise<string | null> {
  const added = await db
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) => conflict.columns(['product_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** Locks a review of this user until the transaction ends and returns its product. Null when there is none. */
export async function holdOwnReview(
  db: Kysely<Database>,
  { id, userId }: { id: string; userId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('reviews')
    .select('product_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.product_id ?? null
}

/** Puts these pictures in the place of those that a review has. */
export async function replacePictures(db: Kysely<Database>, id: string, imageKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('review_pictures').where('review_id', '=', id).execute()
  if (imageKeys.length === 0) return
  const rows = imageKeys.map((image_key, index) => ({ review_id: id, image_key, position: index + 1 }))
  await db.insertInto('review_pictures').values(rows).execute()
}

/** A changed text or rating waits for the admin again, and so do other pictures. What is unchanged changes nothing. */
export async function updateReview(
  db: Kysely<Database>,
  id: string,
  { rating, comment, hasOtherPictures }: Texts & { hasOtherPictures: boolean },
): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ rating, comment, approved: false, rejected_at: null })
    .where('id', '=', id)
    .where(
      sql<boolean>`(${hasOtherPictures}::boolean or (rating, comment) is distinct from (${rating}::smallint, ${comment}::text))`,
    )
    .execute()
}

/**
 * Publishes or rejects an unpublished review in the version that was read. Returns whether it still had that version.
 */
export async function setModerated(
  db: Kysely<Database>,
  { id, version, approved }: { id: string; version: string; approved: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ approved, rejected_at: approved ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .where('approved', '=', false)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a review until the transaction ends. `wasAnswered`: it has or had an answer of which its author was told. */
export async function holdReview(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('reviews')
    .select(['approved', 'answer', rowVersion('updated_at').as('version')])
    .select(({ eb }) => eb('answered_at', 'is not', null).as('wasAnswered'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** An answer keeps the time of its publication when it is changed. */
export async function setAnswer(db: Kysely<Database>, id: string, answer: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ answer, answered_at: sql<Date>`case when answer is null then now() else answered_at end` })
    .where('id', '=', id)
    .execute()
}

/** A trigger drops the mail that was not sent yet; otherwise `answered_at` stays, and no second mail is sent. */
export async function clearAnswer(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable('reviews').set({ answer: null }).where('id', '=', id).execute()
}

/** Returns whether there was one. */
export async function deleteReview(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('reviews').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function reviewExists(db: Kysely<Database>, id: string): Promise<boolean> {
  return (await db.selectFrom('reviews').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
