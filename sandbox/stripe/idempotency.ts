import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Collection } from '#sandbox/collection.ts'
import type { HttpEnv } from '#sandbox/faults.ts'
import { StripeRefusal } from './api-errors.ts'
import type { AnswerRecord } from './stripe-records.ts'

/** `livemode`: the mode of the request's key. */
export type StripeEnv = HttpEnv & { Variables: { livemode: boolean } }

/** Stripe forgets a key after a day. */
export const KEY_LASTS_MS = 24 * 60 * 60 * 1000

/**
 * Repeats the first answer to a POST for every later one with its `Idempotency-Key`
 * (https://docs.stripe.com/api/idempotent_requests). Refusals are not stored.
 */
export function answerOnce(answers: Collection<AnswerRecord>, now: () => Date): MiddlewareHandler<StripeEnv> {
  const underWay = new Set<string>()
  return async (c, next) => {
    const given = c.req.header('Idempotency-Key')
    if (c.req.method !== 'POST' || given === undefined) return next()
    const key = `${c.get('livemode') ? 'live' : 'test'} ${given}`
    const body = await c.req.text()
    const request = createHash('sha256').update(`${c.req.path}\n${body}`).digest('hex')

    const stored = answers.get(key)
    if (stored !== undefined && now().getTime() - stored.created < KEY_LASTS_MS) {
      if (stored.request !== request) {
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
            `Try using a key other than '${given}' if you meant to execute a different request.`,
        })
      }
      c.header('Idempotent-Replayed', 'true')
      c.header('Original-Request', stored.requestId)
      return c.body(stored.body, 200, { 'Content-Type': 'application/json' })
    }
    if (underWay.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${given}.`
      throw new StripeRefusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
    }
    underWay.add(key)
    try {
      await next()
      if (c.res.status !== 200) return
      const answer = await c.res.clone().text()
      const requestId = c.res.headers.get('Request-Id') ?? ''
      await answers.put(key, { request, body: answer, requestId, created: now().getTime() })
    } finally {
      underWay.delete(key)
    }
  }
}
