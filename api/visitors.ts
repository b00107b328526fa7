import { consentSchema } from '#domain/consents/consent.ts'
import { logConsent } from '#domain/consents/log-consent.server.ts'
import { contactSubmissionSchema } from '#domain/contact/contact.ts'
import { failureReportSchema } from '#domain/failures/failure.ts'
import { reportFailure } from '#domain/failures/failure-notes.server.ts'
import { sendContactMessage } from '#domain/flows/contact/send-message.server.ts'
import { fail } from '#domain/kernel/result.ts'
import { doneSchema, publicCall } from './call.ts'

/** What anybody may send to the shop: a message, an answer about measuring, a page that failed. */
export const visitorCalls = [
  publicCall.post(
    '/send-contact-email',
    {
      summary: 'Sends a message to the shop',
      description: 'Works without a session. The shop replies to the given e-mail address; no copy is sent there.',
      key: true,
      body: contactSubmissionSchema,
      answers: ['Stored and on its way. A repeat under the same key is not sent again.', doneSchema],
      refuses: ['looks_automated', 'too_many_attempts'],
    },
    async ({ services, key, body, clientAddress }) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      return sendContactMessage(services, body, { key, clientAddress })
    },
  ),
  publicCall.post(
    '/consents',
    {
      summary: 'Keeps an answer to the question whether visits may be measured',
      description: 'Refusals and withdrawals are kept too. No address and no account is stored with it.',
      body: consentSchema,
      answers: ['Kept', doneSchema],
      refuses: ['consent_text_unknown', 'too_many_attempts'],
    },
    ({ services, body, clientAddress }) => logConsent(services, body, clientAddress),
  ),
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
      return reportFailure(services, body, { clientAddress, userAgent, origin })
    },
  ),
]
