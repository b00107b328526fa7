import { adminCall, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { parsePage } from '#domain/kernel/lists/paging.ts'
import { ok } from '#domain/kernel/result.ts'
import { trademarksAcceptedSchema } from '#domain/labels/text-claims.ts'
import { answerReview, removeAnswer } from '#domain/reviews/answer-review.server.ts'
import { moderateReview, removeReview } from '#domain/reviews/moderate-review.server.ts'
import { listReviewsToModerate } from '#domain/reviews/moderation-queries.server.ts'
import { MODERATION_SORTS, REVIEW_STATES } from '#domain/reviews/review.ts'
import { answerFormSchema } from '#domain/reviews/review-input.ts'

const decided = ['Done', doneSchema] as const
export const adminReviewCalls = [
  adminCall.get(
    '/reviews',
    {
      summary: 'Reviews in one state, with the numbers of all states',
      query: z.object({
        state: z.enum(REVIEW_STATES).default('pending'),
        sort: z.enum(MODERATION_SORTS).default('newest'),
        page: z.string().optional(),
      }),
      answers: ['A page of reviews'],
    },
    async ({ services, query: { state, sort } }, c) => {
      const page = parsePage(new URL(c.req.url).searchParams)
      return ok(await listReviewsToModerate(services.db, { state, sort, page }))
    },
  ),
  adminCall.post(
    '/reviews/{id}/approve',
    {
      summary: 'Publishes the review that was read',
      body: z.strictObject({ version: z.string().max(20), trademarks_accepted: trademarksAcceptedSchema }),
      answers: decided,
      refuses: ['review_not_found', 'changed_meanwhile', 'trademarks_found'],
    },
    async ({ services, user, params, body: { version, trademarks_accepted: trademarksAccepted } }) => {
      const asked = { ...params, version, userId: user.id, trademarksAccepted }
      return moderateReview(services, { ...asked, approve: true })
    },
  ),
  adminCall.post(
    '/reviews/{id}/reject',
    {
      summary: 'Takes the review that was read out of those that wait',
      body: z.strictObject({ version: z.string().max(20) }),
      answers: decided,
      refuses: ['review_not_found', 'changed_meanwhile', 'trademarks_found'],
    },
    ({ services, user, params, body }) =>
      moderateReview(services, { ...params, ...body, userId: user.id, approve: false }),
  ),
  adminCall.delete(
    '/reviews/{id}',
    { summary: 'Deletes a review', answers: decided, refuses: ['review_not_found'] },
    ({ services, user, params }) => removeReview(services, { ...params, userId: user.id }),
  ),
  adminCall.post(
    '/reviews/{id}/answer',
    {
      summary: 'Publishes the answer to the review that was read, or changes it; the first one mails the author once',
      body: answerFormSchema.extend({ version: z.string().max(20), trademarks_accepted: trademarksAcceptedSchema }),
      answers: decided,
      refuses: ['review_not_found', 'review_not_published', 'changed_meanwhile', 'trademarks_found'],
    },
    ({ services, user, params, body: { trademarks_accepted: trademarksAccepted, ...body } }) =>
      answerReview(services, { ...params, ...body, userId: user.id, trademarksAccepted }),
  ),
  adminCall.delete(
    '/reviews/{id}/answer',
    {
      summary: 'Removes the answer that was read',
      body: z.strictObject({ version: z.string().max(20) }),
      answers: decided,
      refuses: ['review_not_found', 'review_answer_not_found', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => removeAnswer(services, { ...params, ...body, userId: user.id }),
  ),
]
