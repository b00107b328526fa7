import { consentSchema } from '#domain/consents/consent.ts'
import { logConsent } from '#domain/consents/log-consent.server.ts'
import { DONE, done } from './account/auth.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

const answerRoute = createRoute({
  method: 'post',
  path: '/consents',
  summary: 'Keeps an answer to the question whether visits may be measured',
  description: 'Refusals and withdrawals are kept too. No address and no account is stored with it.',
  request: { body: jsonBody(consentSchema) },
  responses: {
    ...answers(done, 'Kept'),
    ...bodyErrors('consent_text_unknown', 'too_many_attempts'),
  },
})

export const consentRoutes = createRouter().openapi(answerRoute, async (c) => {
  const { services, clientAddress } = c.var
  const kept = await logConsent(services, c.req.valid('json'), clientAddress)
  return kept.ok ? c.json(DONE, 200) : refuse(c, kept.failure)
})
