import { contactSubmissionSchema } from '#domain/contact/contact.ts'
import { sendContactMessage } from '#domain/flows/send-message.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'
import { idempotencyHeaderSchema } from './orders.ts'

const route = createRoute({
  method: 'post',
  path: '/send-contact-email',
  summary: 'Sends a message to the shop',
  description: 'Works without a session. The shop replies to the given e-mail address; no copy is sent there.',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(contactSubmissionSchema) },
  responses: {
    ...answers(
      z.object({ ok: z.literal(true) }),
      'Stored and on its way. A repeat under the same key is not sent again.',
    ),
    ...bodyErrors('looks_automated', 'too_many_attempts'),
  },
})

export const contactRoutes = createRouter().openapi(route, async (c) => {
  const { services, clientAddress } = c.var
  if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
  const key = c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID()
  const sent = await sendContactMessage(services, c.req.valid('json'), { key, clientAddress })
  return sent.ok ? c.json({ ok: true as const }, 200) : refuse(c, sent.failure)
})
