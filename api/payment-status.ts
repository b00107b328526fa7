import { paymentStatusSchema } from '#domain/payments/payment-status.ts'
import { readPaymentStatus } from '#domain/payments/read-payment-status.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, errors } from './openapi.ts'

const route = createRoute({
  method: 'get',
  path: '/payment-status',
  summary: 'What became of a payment, for the buyer who comes back from it',
  description: 'Works without a session, and says nothing about the person who ordered.',
  request: {
    query: z.object({
      session_id: z.string().min(1).max(200).meta({ description: 'As the provider put it into the address' }),
    }),
  },
  responses: {
    ...answers(paymentStatusSchema, 'What the shop knows now'),
    ...errors('invalid_request', 'too_many_attempts'),
  },
})

export const paymentStatusRoutes = createRouter().openapi(route, async (c) => {
  const { services, clientAddress } = c.var
  const user = await services.accounts.findUser(c.req.raw.headers)
  const sessionId = c.req.valid('query').session_id
  const status = await readPaymentStatus(services, { sessionId, userId: user?.id ?? null, clientAddress })
  if (!status.ok) return refuse(c, status.failure)
  c.header('Cache-Control', 'private, no-store')
  return c.json(status.value, 200)
})
