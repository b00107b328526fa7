import { contactSubmissionSchema } from '#domain/contact/contact.ts'
import { sendContactMessage } from '#domain/flows/contact/send-message.server.ts'
import { fail } from '#domain/kernel/result.ts'
import { answerDone, doneSchema, publicCall } from './call.ts'

export const contactCalls = [
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
      return answerDone(await sendContactMessage(services, body, { key, clientAddress }))
    },
  ),
]
