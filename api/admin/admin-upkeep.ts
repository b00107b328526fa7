import { adminCall, doneSchema } from '#api/call.ts'
import { resolveFailure } from '#domain/failures/failure-notes.server.ts'
import { listFailures } from '#domain/failures/failure-queries.server.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { ok } from '#domain/kernel/result.ts'
import { dismissMail, retryAllMails, retryMail } from '#domain/mails/failed-mails.server.ts'

/** What went wrong and waits for the admin: mails that were given up, failures of server and browsers. */
export const adminUpkeepCalls = [
  adminCall.post(
    '/mails/{id}/retry',
    { summary: 'Sends a given-up mail again', answers: ['Done', doneSchema], refuses: ['mail_not_found'] },
    ({ services, user, params }) => retryMail(services, { ...params, userId: user.id }),
  ),
  adminCall.post(
    '/mails/{id}/dismiss',
    { summary: 'Dismisses a given-up mail, unsent', answers: ['Done', doneSchema], refuses: ['mail_not_found'] },
    ({ services, user, params }) => dismissMail(services, { ...params, userId: user.id }),
  ),
  adminCall.post(
    '/mails/retry-all',
    { summary: 'Sends all given-up mails again', answers: ['Number of mails'] },
    async ({ services, user }) => ok({ mails: await retryAllMails(services, user.id) }),
  ),
  adminCall.get(
    '/failures',
    {
      summary: 'Uncaught failures of the last 30 days that are not resolved, by kind',
      answers: ['The last one first'],
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
    ({ services, user, params }) => resolveFailure(services, { ...params, userId: user.id }),
  ),
]
