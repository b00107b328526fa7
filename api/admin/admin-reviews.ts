import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { parsePage } from '#domain/kernel/paging.ts'
import { trademarksAcceptedSchema } from '#domain/labels/trademarks-accepted.ts'
import { moderateReview, removeReview } from '#domain/reviews/moderate-review.server.ts'
import { MODERATION_SORTS, moderationPageSchema } from '#domain/reviews/moderation.ts'
import { listReviewsToModerate } from '#domain/reviews/moderation-queries.server.ts'
import { REVIEW_STATES } from '#domain/reviews/review.ts'

const ADMIN = { tags: ['admin'], security: [{ session: [] }] }
const idParam = z.object({ id: z.string() })
const done = answers(z.object({ ok: z.literal(true) }), 'Done')

const listRoute = createRoute({
  ...ADMIN,
  method: 'get',
  path: '/admin/reviews',
  summary: 'Reviews in one state, with the numbers of all states',
  request: {
    query: z.object({
      state: z.enum(REVIEW_STATES).default('pending'),
      sort: z.enum(MODERATION_SORTS).default('newest'),
      page: z.string().optional(),
    }),
  },
  responses: { ...answers(moderationPageSchema, 'A page of reviews'), ...bodyErrors('not_found') },
})

const approveRoute = createRoute({
  ...ADMIN,
  method: 'post',
  path: '/admin/reviews/{id}/approve',
  summary: 'Publishes the review that was read',
  request: {
    params: idParam,
    body: jsonBody(z.strictObject({ version: z.string().max(20), trademarks_accepted: trademarksAcceptedSchema })),
  },
  responses: { ...done, ...bodyErrors('not_found', 'review_not_found', 'changed_meanwhile', 'trademarks_found') },
})

const rejectRoute = createRoute({
  ...ADMIN,
  method: 'post',
  path: '/admin/reviews/{id}/reject',
  summary: 'Takes the review that was read out of those that wait',
  request: { params: idParam, body: jsonBody(z.strictObject({ version: z.string().max(20) })) },
  responses: { ...done, ...bodyErrors('not_found', 'review_not_found', 'changed_meanwhile', 'trademarks_found') },
})

const deleteRoute = createRoute({
  ...ADMIN,
  method: 'delete',
  path: '/admin/reviews/{id}',
  summary: 'Deletes a review',
  request: { params: idParam },
  responses: { ...done, ...errors('not_found', 'review_not_found') },
})

export const adminReviewRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => {
    const { state, sort } = c.req.valid('query')
    const page = parsePage(new URL(c.req.url).searchParams)
    return c.json(await listReviewsToModerate(c.var.services.db, { state, sort, page }), 200)
  })
  .openapi(approveRoute, async (c) => {
    const { services, user } = c.var
    const { version, trademarks_accepted: trademarksAccepted } = c.req.valid('json')
    const asked = { id: c.req.valid('param').id, version, userId: user.id, trademarksAccepted }
    const decided = await moderateReview(services, { ...asked, approve: true })
    return decided.ok ? c.json({ ok: true as const }, 200) : refuse(c, decided.failure)
  })
  .openapi(rejectRoute, async (c) => {
    const { services, user } = c.var
    const asked = { id: c.req.valid('param').id, version: c.req.valid('json').version, userId: user.id }
    const decided = await moderateReview(services, { ...asked, approve: false })
    return decided.ok ? c.json({ ok: true as const }, 200) : refuse(c, decided.failure)
  })
  .openapi(deleteRoute, async (c) => {
    const { services, user } = c.var
    const removed = await removeReview(services, { id: c.req.valid('param').id, userId: user.id })
    return removed.ok ? c.json({ ok: true as const }, 200) : refuse(c, removed.failure)
  })
