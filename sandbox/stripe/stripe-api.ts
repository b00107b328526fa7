import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { isSameSecret, loadSecret } from '#sandbox/access.ts'
import type { Collection } from '#sandbox/collection.ts'
import type { FaultBoard } from '#sandbox/faults.ts'
import { StripeRefusal } from './api-errors.ts'
import { answerOnce, type StripeEnv } from './idempotency.ts'
import { API_VERSION } from './objects.ts'
import { type AnswerRecord, createId } from './stripe-records.ts'

/** What an adapter needs to work in one mode of the sandbox's Stripe. */
export type StripeKeys = { url: string; secretKey: string; webhookSecret: string }

/** The keys of one mode; with a folder the same at every start. Nobody can guess them. */
export function loadKeys(url: string, folder: string | undefined, mode: 'test' | 'live'): StripeKeys {
  const load = (name: string, prefix: string) =>
    loadSecret(folder, `${mode}-${name}`, prefix + randomBytes(24).toString('hex'))
  return { url, secretKey: load('secret-key', `sk_${mode}_`), webhookSecret: load('webhook-secret', 'whsec_') }
}

/** Stripe's API v1 as far as the shop uses it; `routes` answer under `/v1`. */
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
    const fault = faults.stripe.take(({ path }) => c.req.path.startsWith(path))
    c.header('Request-Id', createId('req_', 14))
    c.header('Stripe-Version', API_VERSION)
    const hang = () => new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve()))
    switch (fault?.mode) {
      case 'error':
        throw new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })
      case 'limit':
        throw new StripeRefusal(429, {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Too many requests',
        })
      case 'garbage':
        return c.html('<html><body>Bad Gateway</body></html>', 200)
      case 'cut':
        c.env.incoming.socket.destroy()
        return c.body(null, 500)
      case 'hang':
        await hang()
        return c.body(null, 500)
    }
    await next()
    if (fault?.mode === 'cut_after') c.env.incoming.socket.destroy()
    if (fault?.mode === 'hang_after') await hang()
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
