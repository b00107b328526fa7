import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { StandInOptions } from '#sandbox/access.ts'
import { openCollection, warnOfFailure } from '#sandbox/collection.ts'
import { createStripeControl } from './control.ts'
import { KEY_LASTS_MS, type StripeEnv } from './idempotency.ts'
import { createPaymentRoutes } from './payment-routes.ts'
import { createProductsApi } from './products-api.ts'
import { createSessionsApi } from './sessions-api.ts'
import { createStripeApi, loadKeys } from './stripe-api.ts'
import { createPayments } from './stripe-payments.ts'
import {
  answerSchema,
  eventSchema,
  type LostMethods,
  priceSchema,
  productSchema,
  sessionSchema,
} from './stripe-records.ts'
import { createWebhooks, type Webhooks } from './stripe-webhooks.ts'

/** How often changes that are due are made, ms. */
const TICK_MS = 1_000
const FORGOTTEN_AFTER_MS = 90 * 24 * 60 * 60 * 1000

/**
 * A stand-in for Stripe: products, prices, checkout sessions, refunds, disputes and events, in test and live mode.
 * Neither moves money. With `dataDir` everything survives a restart.
 */
export function startStripe(options: StandInOptions & { webhookUrl: string | undefined }) {
  const { url, dataDir, webhookUrl, faults, now, requireToken } = options
  const folder = (name: string) => dataDir && join(dataDir, name)
  const olderThan = (ms: number) => (record: { created: number }) => now().getTime() - record.created > ms
  const pageUrl = (id: string) => `${url}/pay/${id}`

  const keys = { test: loadKeys(url, dataDir, 'test'), live: loadKeys(url, dataDir, 'live') }
  const webhooks = createWebhooks({
    undelivered: openCollection(folder('events'), eventSchema),
    endpoints: webhookUrl === undefined ? [] : [webhookUrl],
    secretOf: (livemode) => (livemode ? keys.live : keys.test).webhookSecret,
    faults,
    now,
  })
  const payments = createPayments({
    sessions: openCollection(folder('sessions'), sessionSchema, olderThan(FORGOTTEN_AFTER_MS)),
    webhooks,
    faults,
    now,
    pageUrl,
  })
  const lost: LostMethods = new Set()
  const catalog = {
    products: openCollection(folder('products'), productSchema),
    prices: openCollection(folder('prices'), priceSchema),
  }
  const tick = setInterval(() => warnOfFailure(payments.catchUpAll()), TICK_MS).unref()

  return {
    keys,
    /** Answers under `/v1`. */
    api: createStripeApi({
      keys,
      answers: openCollection(folder('answers'), answerSchema, olderThan(KEY_LASTS_MS)),
      routes: [
        createSessionsApi(payments, now, pageUrl, lost),
        createProductsApi(catalog, now),
        createWebhookEndpointsApi(webhooks, now),
      ],
      faults,
      now,
    }),
    /** The payment page, under `/pay`. */
    pages: createPaymentRoutes(payments, requireToken),
    /** Answers under `/_control/stripe`, with the token. */
    control: createStripeControl(payments, webhooks, catalog.products, lost),
    addWebhookEndpoint: webhooks.addEndpoint,
    removeWebhookEndpoint: webhooks.removeEndpoint,
    close() {
      clearInterval(tick)
      webhooks.close()
    },
  }
}

/** The list of webhook endpoints, under `/v1`: those of the sandbox receive every event of both modes. */
function createWebhookEndpointsApi(webhooks: Webhooks, now: () => Date): Hono<StripeEnv> {
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
