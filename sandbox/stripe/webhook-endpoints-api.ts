import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { StripeEnv } from './idempotency.ts'
import type { Webhooks } from './stripe-webhooks.ts'

/** The list of webhook endpoints, under `/v1`: those of the sandbox receive every event of both modes. */
export function createWebhookEndpointsApi(webhooks: Webhooks, now: () => Date): Hono<StripeEnv> {
  const api = new Hono<StripeEnv>()
  api.get('/webhook_endpoints', (c) =>
    c.json({
      object: 'list',
      url: '/v1/webhook_endpoints',
      has_more: false,
      data: webhooks.endpoints().map((url) => ({
        id: `we_${createHash('sha256').update(url).digest('hex').slice(0, 24)}`,
        object: 'webhook_endpoint',
        api_version: null,
        application: null,
        created: Math.floor(now().getTime() / 1000),
        description: null,
        enabled_events: ['*'],
        livemode: c.get('livemode'),
        metadata: {},
        status: 'enabled',
        url,
      })),
    }),
  )
  return api
}
