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
import { signedInOnly } from './account/auth.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, errors, jsonBody } from './openapi.ts'

const idParam = z.object({ id: z.string() })

const listRoute = createRoute({
  method: 'get',
  path: '/me/reviews',
  ...signedInOnly,
  summary: 'Own reviews in any state, newest first',
  responses: { ...answers(z.array(ownReviewSchema), 'Reviews'), ...errors('sign_in_required') },
})

const awaitedRoute = createRoute({
  method: 'get',
  path: '/me/awaited-reviews',
  ...signedInOnly,
  summary: 'Products delivered to the customer and not reviewed, newest parcel first',
  responses: { ...answers(z.array(awaitedReviewSchema), 'Products'), ...errors('sign_in_required') },
})

const oneRoute = createRoute({
  method: 'get',
  path: '/me/products/{id}/review',
  ...signedInOnly,
  summary: 'The own review of a product, and whether one may be added',
  request: { params: idParam },
  responses: { ...answers(ownProductReviewSchema, 'The review; null without one'), ...errors('sign_in_required') },
})

const addRoute = createRoute({
  method: 'post',
  path: '/reviews',
  ...signedInOnly,
  summary: 'Adds the own review of a product, which waits for approval',
  description: 'One per product, by any customer. A repeat with the same content returns the same answer.',
  request: { body: jsonBody(newReviewSchema) },
  responses: {
    ...answers(writtenReviewSchema, 'Added'),
    ...bodyErrors(
      'sign_in_required',
      'reviewer_not_customer',
      'product_not_found',
      'review_exists',
      'too_many_attempts',
    ),
  },
})

const editRoute = createRoute({
  method: 'patch',
  path: '/reviews/{id}',
  ...signedInOnly,
  summary: 'Changes the own review, which waits for approval again',
  request: { params: idParam, body: jsonBody(reviewFormSchema) },
  responses: {
    ...answers(writtenReviewSchema, 'Changed'),
    ...bodyErrors('sign_in_required', 'review_not_found', 'too_many_attempts'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/reviews/{id}',
  ...signedInOnly,
  summary: 'Deletes the own review',
  request: { params: idParam },
  responses: { ...answers(deletedReviewSchema, 'Deleted'), ...errors('sign_in_required', 'review_not_found') },
})

export const reviewRoutes = createRouter()
  .openapi(listRoute, async (c) => c.json(await listOwnReviews(c.var.services.db, c.var.user.id), 200))
  .openapi(awaitedRoute, async (c) => c.json(await listAwaitedReviews(c.var.services.db, c.var.user.id), 200))
  .openapi(oneRoute, async (c) => c.json(await readOwnReview(c.var.services, c.var.user, c.req.valid('param').id), 200))
  .openapi(addRoute, async (c) => {
    const { services, user, clientAddress } = c.var
    if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
    const added = await addReview(services, user, c.req.valid('json'), clientAddress)
    return added.ok ? c.json(added.value, 200) : refuse(c, added.failure)
  })
  .openapi(editRoute, async (c) => {
    const { services, user, clientAddress } = c.var
    const { id } = c.req.valid('param')
    const edited = await editReview(services, user, { ...c.req.valid('json'), id }, clientAddress)
    return edited.ok ? c.json(edited.value, 200) : refuse(c, edited.failure)
  })
  .openapi(deleteRoute, async (c) => {
    const deleted = await deleteOwnReview(c.var.services, c.var.user, c.req.valid('param').id)
    return deleted.ok ? c.json({ ok: true as const, summary: deleted.value }, 200) : refuse(c, deleted.failure)
  })
