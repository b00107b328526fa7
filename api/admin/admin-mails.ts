import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { ok } from '#domain/kernel/result.ts'
import { dismissMail, retryAllMails, retryMail } from '#domain/mails/failed-mails.server.ts'

export const adminMailCalls = [
  adminCall.post(
    '/mails/{id}/retry',
    { summary: 'Sends a given-up mail again', answers: ['Done', doneSchema], refuses: ['mail_not_found'] },
    async ({ services, user, params }) => answerDone(await retryMail(services, { ...params, userId: user.id })),
  ),
  adminCall.post(
    '/mails/{id}/dismiss',
    { summary: 'Dismisses a given-up mail, unsent', answers: ['Done', doneSchema], refuses: ['mail_not_found'] },
    async ({ services, user, params }) => answerDone(await dismissMail(services, { ...params, userId: user.id })),
  ),
  adminCall.post(
    '/mails/retry-all',
    { summary: 'Sends all given-up mails again', answers: ['Number of mails', z.object({ mails: z.int() })] },
    async ({ services, user }) => ok({ mails: await retryAllMails(services, user.id) }),
  ),
]
