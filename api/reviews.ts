import { fail, ok } from '#domain/kernel/result.ts'
import { newReviewSchema, reviewFormSchema } from '#domain/reviews/review-input.ts'
import { listAwaitedReviews, listOwnReviews } from '#domain/reviews/review-queries.server.ts'
import {
  awaitedReviewSchema,
  deletedReviewSchema,
  ownProductReviewSchema,
  ownReviewSchema,
  writtenReviewSchema,
} from '#domain/reviews/review-schema.ts'
import { addReview, deleteOwnReview, editReview, readOwnReview } from '#domain/reviews/write-review.server.ts'
import { ownAccountCall } from './call.ts'
import { z } from './http.ts'

export const reviewCalls = [
  ownAccountCall.get(
    '/me/reviews',
    { summary: 'Own reviews in any state, newest first', answers: ['Reviews', z.array(ownReviewSchema)] },
    async ({ services, user }) => ok(await listOwnReviews(services.db, user.id)),
  ),
  ownAccountCall.get(
    '/me/awaited-reviews',
    {
      summary: 'Products delivered to the customer and not reviewed, newest parcel first',
      answers: ['Products', z.array(awaitedReviewSchema)],
    },
    async ({ services, user }) => ok(await listAwaitedReviews(services.db, user.id)),
  ),
  ownAccountCall.get(
    '/me/products/{id}/review',
    {
      summary: 'The own review of a product, and whether one may be added',
      answers: ['The review; null without one', ownProductReviewSchema],
    },
    async ({ services, user, params }) => ok(await readOwnReview(services, user, params.id)),
  ),
  ownAccountCall.post(
    '/reviews',
    {
      summary: 'Adds the own review of a product, which waits for approval',
      description: 'One per product, by any customer. A repeat with the same content returns the same answer.',
      body: newReviewSchema,
      answers: ['Added', writtenReviewSchema],
      refuses: [
        'reviewer_not_customer',
        'product_not_found',
        'review_exists',
        'review_pictures_not_bought',
        'sent_picture_unavailable',
        'too_many_attempts',
      ],
    },
    async ({ services, user, body, clientAddress }) =>
      services.isDatabaseFull()
        ? fail({ reason: 'database_unavailable' })
        : addReview(services, user, body, clientAddress),
  ),
  ownAccountCall.patch(
    '/reviews/{id}',
    {
      summary: 'Changes the own review, which waits for approval again',
      body: reviewFormSchema,
      answers: ['Changed', writtenReviewSchema],
      refuses: ['review_not_found', 'review_pictures_not_bought', 'sent_picture_unavailable', 'too_many_attempts'],
    },
    ({ services, user, params, body, clientAddress }) =>
      editReview(services, user, { ...body, ...params }, clientAddress),
  ),
  ownAccountCall.delete(
    '/reviews/{id}',
    { summary: 'Deletes the own review', answers: ['Deleted', deletedReviewSchema], refuses: ['review_not_found'] },
    async ({ services, user, params }) => {
      const deleted = await deleteOwnReview(services, user, params.id)
      return deleted.ok ? ok({ ok: true as const, summary: deleted.value }) : deleted
    },
  ),
]
