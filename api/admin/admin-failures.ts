import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { failureListSchema } from '#domain/failures/failure.ts'
import { resolveFailure } from '#domain/failures/failure-notes.server.ts'
import { listFailures } from '#domain/failures/failure-queries.server.ts'
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminFailureCalls = [
  adminCall.get(
    '/failures',
    {
      summary: 'Uncaught failures of the last 30 days that are not resolved, by kind',
      answers: ['The last one first', failureListSchema],
    },
    async ({ services }) => ok(await listFailures(services.db, { most: PAGE_SIZES.failures })),
  ),
  adminCall.post(
    '/failures/{fingerprint}/resolve',
    {
      summary: 'Hides a kind of failure until it happens again',
      answers: ['Done', doneSchema],
      refuses: ['failure_not_found'],
    },
    async ({ services, user, params }) => answerDone(await resolveFailure(services, { ...params, userId: user.id })),
  ),
]
