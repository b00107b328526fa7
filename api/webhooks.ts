import { bodyLimit } from 'hono/body-limit'
import { isDatabaseUnavailable } from '#domain/database-error.ts'
import { log } from '#domain/log.ts'
import { receiveWebhook } from '#domain/payments/receive-webhook.server.ts'
import { isBusy } from '#domain/transaction.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, errors } from './openapi.ts'

/** An event about an order of many products is longer than what browsers send, bytes. */
const BODY_LIMIT = 512 * 1024

const route = createRoute({
  method: 'post',
  path: '/stripe-webhook',
  summary: 'What the payment provider tells, signed by it',
  description: 'The signature covers the bytes of the body. What is taken is worked on afterwards, once per event.',
  middleware: bodyLimit({ maxSize: BODY_LIMIT, onError: (c) => refuse(c, { reason: 'body_too_large' }) }),
  request: { headers: z.object({ 'stripe-signature': z.string().optional() }) },
  responses: {
    ...answers(z.object({ received: z.literal(true) }), 'Stored, also if it was before'),
    ...errors('webhook_refused', 'body_too_large'),
  },
})

/** Mounted before the guards of what browsers send: no page, no cookie and no JSON parser has a part in it. */
export const webhookRoutes = createRouter().openapi(route, async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer())
  const received = await receiveWebhook(c.var.services, body, c.req.header('stripe-signature') ?? null)
  return received.ok ? c.json({ received: true } as const, 200) : refuse(c, received.failure)
})

// The provider sends an event again until it is taken: whatever keeps the shop from storing it is answered 'later'.
webhookRoutes.onError((error, c) => {
  if (!isBusy(error) && !isDatabaseUnavailable(error)) log.error('A webhook could not be stored', { error })
  return refuse(c, { reason: 'database_unavailable' })
})
