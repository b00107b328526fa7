import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { idempotencyHeaderSchema } from '#api/orders.ts'
import {
  adminMessageSchema,
  messageAnswerSchema,
  messageListQuerySchema,
  messageListSchema,
  messageStateSchema,
} from '#domain/contact/admin-messages.ts'
import { answerMessage, setMessageDone } from '#domain/contact/answer-message.server.ts'
import { listContactMessages, readContactMessage } from '#domain/contact/contact-queries.server.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })

const listRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/messages',
  summary: 'Messages of the contact form: waiting ones oldest first, done ones newest first',
  request: { query: messageListQuerySchema },
  responses: { ...answers(messageListSchema, 'A page of messages'), ...errors('not_found', 'invalid_request') },
})

const readRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/messages/{id}',
  summary: 'A message with its answers',
  request: { params },
  responses: { ...answers(adminMessageSchema, 'The message'), ...errors('not_found', 'message_not_found') },
})

const answerRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/messages/{id}/answer',
  summary: 'Answers a message by mail to its author',
  request: { params, headers: idempotencyHeaderSchema, body: jsonBody(messageAnswerSchema) },
  responses: {
    ...answers(z.object({ answer_id: z.uuid() }), 'Stored and on its way. A repeat under the same key sends nothing.'),
    ...bodyErrors('not_found', 'message_not_found', 'too_many_attempts', 'idempotency_conflict'),
  },
})

const stateRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/messages/{id}/state',
  summary: 'Puts a message aside as done, or back among those that wait',
  request: { params, body: jsonBody(messageStateSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('not_found', 'message_not_found') },
})

export const adminMessageRoutes = createAdminRouter()
  .openapi(listRoute, async (c) => c.json(await listContactMessages(c.var.services.db, c.req.valid('query')), 200))
  .openapi(readRoute, async (c) => {
    const found = await readContactMessage(c.var.services.db, c.req.valid('param').id)
    return found ? c.json(found, 200) : refuse(c, { reason: 'message_not_found' })
  })
  .openapi(answerRoute, async (c) => {
    const { services, user, clientAddress } = c.var
    const key = c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID()
    const who = { key, userId: user.id, clientAddress }
    const answered = await answerMessage(services, { ...c.req.valid('param'), ...c.req.valid('json'), ...who })
    return answered.ok ? c.json(answered.value, 200) : refuse(c, answered.failure)
  })
  .openapi(stateRoute, async (c) => {
    const { services, user } = c.var
    const change = { ...c.req.valid('param'), ...c.req.valid('json'), userId: user.id }
    const changed = await setMessageDone(services, change)
    return changed.ok ? c.json(DONE, 200) : refuse(c, changed.failure)
  })
