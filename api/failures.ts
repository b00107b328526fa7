import { failureReportSchema } from '#domain/failures/failure.ts'
import { reportFailure } from '#domain/failures/failure-notes.server.ts'
import { answerDone, doneSchema, publicCall } from './call.ts'

export const failureCalls = [
  publicCall.post(
    '/failures',
    {
      summary: 'Reports that a page of the shop failed in a browser',
      description: 'Works without a session. Texts are masked before they are stored; nothing says who sent them.',
      body: failureReportSchema,
      answers: ['Taken, or left out because it is not the shop’s failure', doneSchema],
      refuses: ['too_many_attempts'],
    },
    async ({ services, body, clientAddress }, c) => {
      const { 'user-agent': userAgent = '', origin = '' } = c.req.header()
      return answerDone(await reportFailure(services, body, { clientAddress, userAgent, origin }))
    },
  ),
]
