import type { Transaction } from 'kysely'
import type { SignedInUser } from '#domain/accounts/account.ts'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, orFail, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { TypedReview } from './review-input.ts'
import { findOwnReview, isDeliveredTo, isReviewable, readReviewSummary } from './review-queries.server.ts'
import type { OwnProductReview, OwnReview, ReviewSummary, WrittenReview } from './review-schema.ts'
import { deleteReview, holdOwnReview, insertReview, replacePictures, updateReview } from './review-store.server.ts'

type Author = Pick<SignedInUser, 'id' | 'role'>
type ReviewNotFound = { reason: 'review_not_found' }
/** Pictures are added by customers to whom the product was delivered, once they are stored. */
type PictureRefusal = { reason: 'review_pictures_not_bought' | 'sent_picture_unavailable' }
/** Only customers write reviews, one per product. */
type MayNotAdd = { reason: 'reviewer_not_customer' | 'product_not_found' | 'review_exists' }

/** The own review of a product, and whether one may be added. */
export async function readOwnReview(
  { db }: Pick<LimitServices, 'db'>,
  user: Author,
  productId: string,
): Promise<OwnProductReview> {
  if (!isUuid(productId)) return { review: null, may_add: false, may_add_pictures: false }
  const of = { userId: user.id, productId }
  const review = await findOwnReview(db, of)
  const may_add = review === null && user.role === 'customer' && (await isReviewable(db, of))
  return { review, may_add, may_add_pictures: await isDeliveredTo(db, of) }
}

/**
 * Adds a customer's only review of a product, bought in the shop or not; the review records which. The admin reads it
 * before it is published. Sending the same review again, after a lost answer or from a second tab, returns the existing
 * one.
 */
export async function addReview(
  services: LimitServices,
  user: Author,
  { product_id: productId, pictures = [], ...texts }: TypedReview & { product_id: string },
  clientAddress: string,
): Promise<Result<WrittenReview, MayNotAdd | PictureRefusal | TooManyAttempts | Busy>> {
  if (user.role !== 'customer') return fail({ reason: 'reviewer_not_customer' })
  const limited = await limitAttempts(services, 'review', { account: user.id, clientAddress })
  if (!limited.ok) return limited
  const of = { userId: user.id, productId }
  return transact<WrittenReview, MayNotAdd | PictureRefusal>(services.db, async (trx) => {
    if (!(await isReviewable(trx, of))) return fail({ reason: 'product_not_found' })
    const added = await insertReview(trx, { ...texts, product_id: productId, user_id: user.id })
    if (added !== null && pictures.length > 0) {
      const held = await holdPictures(trx, of, pictures)
      if (!held.ok) return held
      await replacePictures(trx, added, pictures)
    }
    const review = await findOwnReview(trx, of)
    if (!review || (added === null && !isSame(review, { ...texts, pictures }))) return fail({ reason: 'review_exists' })
    return ok({ review, summary: await readReviewSummary(trx, productId) })
  })
}

function isSame(review: OwnReview, { rating, comment, pictures }: Required<TypedReview>): boolean {
  return review.rating === rating && review.comment === comment && isSameList(review.pictures, pictures)
}

const isSameList = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/** Holds pictures for a review until the transaction ends. */
async function holdPictures(
  trx: Transaction<Database>,
  of: { userId: string; productId: string },
  pictures: readonly string[],
): Promise<Result<null, PictureRefusal>> {
  if (!(await isDeliveredTo(trx, of))) return fail({ reason: 'review_pictures_not_bought' })
  for (const imageKey of pictures) {
    if (!(await holdPicture(trx, imageKey))) return fail({ reason: 'sent_picture_unavailable' })
  }
  return ok(null)
}

/** Changes the own review, which then waits for the admin again. Saving it unchanged changes nothing. */
export async function editReview(
  services: LimitServices,
  user: Author,
  { id, pictures, ...texts }: TypedReview & { id: string },
  clientAddress: string,
): Promise<Result<WrittenReview, ReviewNotFound | PictureRefusal | TooManyAttempts | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'review_not_found' })
  const limited = await limitAttempts(services, 'review_edit', { account: user.id, clientAddress })
  if (!limited.ok) return limited
  return transact<WrittenReview, ReviewNotFound | PictureRefusal>(services.db, async (trx) => {
    const productId = await holdOwnReview(trx, { id, userId: user.id })
    if (productId === null) return fail({ reason: 'review_not_found' })
    const of = { userId: user.id, productId }
    const before = (await findOwnReview(trx, of))?.pictures ?? []
    const wanted = pictures ?? before
    const added = wanted.filter((imageKey) => !before.includes(imageKey))
    const held = added.length > 0 ? await holdPictures(trx, of, added) : ok(null)
    if (!held.ok) return held
    const hasOtherPictures = !isSameList(wanted, before)
    if (hasOtherPictures) await replacePictures(trx, id, wanted)
    await updateReview(trx, id, { ...texts, hasOtherPictures })
    const review = await findOwnReview(trx, of)
    if (!review) return fail({ reason: 'review_not_found' })
    return ok({ review, summary: await readReviewSummary(trx, productId) })
  })
}

/** Deletes the own review in any state. Returns the product's resulting rating and number of reviews. */
export async function deleteOwnReview(
  { db }: Pick<LimitServices, 'db'>,
  user: Author,
  id: string,
): Promise<Result<ReviewSummary, ReviewNotFound | Busy>> {
  if (!isUuid(id)) return fail({ reason: 'review_not_found' })
  const deleted = transact<ReviewSummary, ReviewNotFound>(db, async (trx) => {
    const productId = await holdOwnReview(trx, { id, userId: user.id })
    if (productId === null) return fail({ reason: 'review_not_found' })
    await deleteReview(trx, id)
    return ok(await readReviewSummary(trx, productId))
  })
  return orFail('Failed to delete review', deleted)
}
