import { fail } from '#domain/kernel/result.ts'
import { confirmSubscription, endSubscription, subscribe } from '#domain/newsletter/subscribe.server.ts'
import { newsletterRequestSchema, subscriberTokenSchema } from '#domain/newsletter/subscriber.ts'
import { doneSchema, publicCall } from './call.ts'

export const newsletterCalls = [
  publicCall.post(
    '/newsletter',
    {
      summary: 'Asks to be sent the newsletter',
      description: 'Works without a session. The address counts once it is confirmed by the mailed link.',
      body: newsletterRequestSchema,
      answers: ['A link that confirms the address is on its way, unless it is confirmed already', doneSchema],
      refuses: ['too_many_attempts'],
    },
    async ({ services, body, clientAddress }) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      return subscribe(services, body, { clientAddress })
    },
  ),
  publicCall.post(
    '/newsletter/confirm',
    {
      summary: 'Confirms a consent to the newsletter by the token of the mailed link',
      body: subscriberTokenSchema,
      answers: ['Confirmed, also when it was before', doneSchema],
      refuses: ['subscription_over'],
    },
    ({ services, body }) => confirmSubscription(services, body.token),
  ),
  publicCall.post(
    '/newsletter/end',
    {
      summary: 'Ends a consent to the newsletter by the token of a mailed link',
      body: subscriberTokenSchema,
      answers: ['Ended, also when it was before', doneSchema],
      refuses: ['subscription_over'],
    },
    ({ services, body }) => endSubscription(services, body.token),
  ),
]
