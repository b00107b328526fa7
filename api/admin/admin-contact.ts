import { adminCall, answerFound, doneSchema } from '#api/call.ts'
import { answerMessage, setMessageDone } from '#domain/contact/answer-message.server.ts'
import { listContactMessages, readContactMessage } from '#domain/contact/contact-queries.server.ts'
import { messageAnswerSchema, messageListQuerySchema, messageStateSchema } from '#domain/contact/message-list.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminContactCalls = [
  adminCall.get(
    '/messages',
    {
      summary: 'Messages of the contact form: waiting ones oldest first, done ones newest first',
      query: messageListQuerySchema,
      answers: ['A page of messages'],
    },
    async ({ services, query }) => ok(await listContactMessages(services.db, query)),
  ),
  adminCall.get(
    '/messages/{id}',
    {
      summary: 'A message with its answers',
      answers: ['The message'],
      refuses: ['message_not_found'],
    },
    async ({ services, params }) => answerFound(await readContactMessage(services.db, params.id), 'message_not_found'),
  ),
  adminCall.post(
    '/messages/{id}/answer',
    {
      summary: 'Answers a message by mail to its author',
      key: true,
      body: messageAnswerSchema,
      answers: ['Stored and on its way. A repeat under the same key sends nothing.'],
      refuses: ['message_not_found', 'too_many_attempts', 'idempotency_conflict'],
    },
    ({ services, user, params, key, body, clientAddress }) =>
      answerMessage(services, { ...params, ...body, key, userId: user.id, clientAddress }),
  ),
  adminCall.post(
    '/messages/{id}/state',
    {
      summary: 'Puts a message aside as done, or back among those that wait',
      body: messageStateSchema,
      answers: ['Changed', doneSchema],
      refuses: ['message_not_found'],
    },
    ({ services, user, params, body }) => setMessageDone(services, { ...params, ...body, userId: user.id }),
  ),
]
