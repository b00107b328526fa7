import { createMiddleware } from 'hono/factory'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { isBusy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { Bodies, WEBHOOK_BODIES } from '#domain/kernel/rate-limits/body-admission.ts'
import { logRefusedWebhook, receiveWebhook } from '#domain/payments/settlement/receive-webhook.server.ts'
import { readBody, refuseUnread } from './admit-request.ts'
import { refuse } from './errors.ts'
import { type ApiEnv, createRoute, createRouter, z } from './http.ts'
import { ALWAYS, describeErrors } from './openapi.ts'

/** Largest event, bytes: one about an order of many products is longer than a browser's body. */
const BODY_LIMIT = 512 * 1024

/** Largest difference between the time of a signature and our clock, ms. */
const TOLERANCE_MS = 300_000

const readWebhook = readBody({
  as: 'arrayBuffer',
  most: BODY_LIMIT,
  withinMs: 5000,
  places: new Bodies(WEBHOOK_BODIES),
})

/**
 * Decides by the request's headers alone whether the body is read. The signature covers the body and is checked once it
 * is read.
 */
const judgeHead = createMiddleware<ApiEnv>(async (c, next) => {
  const now = c.var.services.now()
  const stamp = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(c.req.header('stripe-signature') ?? '')?.[1]
  const isRecent = stamp !== undefined && Math.abs(now.getTime() - Number(stamp) * 1000) <= TOLERANCE_MS
  if (!isRecent) {
    logRefusedWebhook(now, { why: stamp === undefined ? 'no signature' : 'a stale signature', kind: 'forged' })
    return refuseUnread(c, 'webhook_refused')
  }
  await next()
})

const route = createRoute({
  method: 'post',
  path: '/stripe-webhook',
  summary: 'Receives a signed event of the payment provider',
  description: 'The signature covers the bytes of the body. A stored event is processed later, once.',
  middleware: [judgeHead, readWebhook] as const,
  request: { headers: z.object({ 'stripe-signature': z.string().optional() }) },
  responses: {
    200: {
      description: 'Stored, now or before',
      content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
    },
    ...describeErrors(['webhook_refused', 'body_too_large', ...ALWAYS]),
  },
})

/** Mounted before the guards of browsers' calls: it needs no cookie and no JSON parser. */
export const webhookRoutes = createRouter().openapi(route, async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer())
  const received = await receiveWebhook(c.var.services, body, c.req.header('stripe-signature') ?? null)
  return received.ok ? c.json({ received: true } as const, 200) : refuse(c, received.failure)
})

// The provider sends an event again until it is accepted, so every failure to store it asks for a retry.
webhookRoutes.onError((error, c) => {
  if (!isBusy(error) && !isDatabaseUnavailable(error)) log.error('A webhook could not be stored', { error })
  return refuse(c, { reason: 'database_unavailable' })
})
