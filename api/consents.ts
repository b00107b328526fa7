import { consentSchema } from '#domain/consents/consent.ts'
import { logConsent } from '#domain/consents/log-consent.server.ts'
import { answerDone, doneSchema, publicCall } from './call.ts'

export const consentCalls = [
  publicCall.post(
    '/consents',
    {
      summary: 'Keeps an answer to the question whether visits may be measured',
      description: 'Refusals and withdrawals are kept too. No address and no account is stored with it.',
      body: consentSchema,
      answers: ['Kept', doneSchema],
      refuses: ['consent_text_unknown', 'too_many_attempts'],
    },
    async ({ services, body, clientAddress }) => answerDone(await logConsent(services, body, clientAddress)),
  ),
]
