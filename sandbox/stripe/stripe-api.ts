import { Hono } from 'hono'
import { createSecret, isSameSecret, loadSecret } from '#sandbox/access.ts'
import type { Collection } from '#sandbox/collection.ts'
import { breakCall, type FaultBoard } from '#sandbox/faults.ts'
import { StripeRefusal } from './api-errors.ts'
import { answerOnce, type StripeEnv } from './idempotency.ts'
import { API_VERSION } from './objects.ts'
import { type AnswerRecord, createId } from './stripe-records.ts'

/** What an adapter needs for one mode of the sandbox's Stripe. */
export type StripeKeys = { url: string; secretKey: string; webhookSecret: string }

/** The keys of one mode: random, and with a folder the same at every start. */
export function loadKeys(url: string, folder: string | undefined, mode: 'test' | 'live'): StripeKeys {
  const load = (name: string, prefix: string) => loadSecret(folder, `${mode}-${name}`, prefix + createSecret('hex'))
  return { url, secretKey: load('secret-key', `sk_${mode}_`), webhookSecret: load('webhook-secret', 'whsec_') }
}

/** The part of Stripe's API v1 that the shop uses; `routes` answer under `/v1`. */
export function createStripeApi(options: {
  keys: { test: StripeKeys; live: StripeKeys }
  answers: Collection<AnswerRecord>
  routes: readonly Hono<StripeEnv>[]
  faults: FaultBoard
  now(): Date
}): Hono<StripeEnv> {
  const { keys, answers, routes, faults, now } = options
  const api = new Hono<StripeEnv>()

  api.onError((error, c) => {
    if (!(error instanceof StripeRefusal)) throw error
    return c.json(error.body, error.status)
  })
  api.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    return c.json({ error: { type: 'invalid_request_error', message } }, 404)
  })

  api.use(async (c, next) => {
    const fault = faults.take('stripe', ({ path }) => c.req.path.startsWith(path))
    c.header('Request-Id', createId('req_', 14))
    c.header('Stripe-Version', API_VERSION)
    if (fault?.mode === 'error') {
      throw new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })
    }
    if (fault?.mode === 'limit') {
      const message = 'Too many requests'
      throw new StripeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit', message })
    }
    return breakCall(c, next, fault?.mode)
  })

  api.use(async (c, next) => {
    const [scheme, given = ''] = c.req.header('Authorization')?.split(' ') ?? []
    const livemode = isSameSecret(given, keys.live.secretKey)
    if (scheme !== 'Bearer' || !(livemode || isSameSecret(given, keys.test.secretKey))) {
      throw new StripeRefusal(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(12)}${given.slice(-4)}`,
      })
    }
    c.set('livemode', livemode)
    await next()
  })

  api.use(answerOnce(answers, now))
  for (const route of routes) api.route('/', route)
  return api
}
