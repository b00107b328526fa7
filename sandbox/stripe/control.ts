import { Hono } from 'hono'
import { z } from 'zod'
import { readJson } from '#sandbox/access.ts'
import type { Collection } from '#sandbox/collection.ts'
import type { Payments } from './stripe-payments.ts'
import { type LostMethods, METHODS, type ProductRecord, type SessionRecord } from './stripe-records.ts'
import type { Webhooks } from './stripe-webhooks.ts'

const urlSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })
const copiesSchema = z.object({ copies: z.int().min(1).max(50).default(1) })
const lostSchema = z.object({ methods: z.array(z.enum(METHODS)) })
const refundSchema = z.object({ succeeded: z.boolean() })
export const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pay'), method: z.enum(METHODS).default('card') }),
  z.object({ action: z.literal('expire') }),
  /** Completes the session; its money arrives after `arrivesInMs`, or by `end_transfer`. */
  z.object({
    action: z.literal('start_transfer'),
    arrivesInMs: z.int().min(0).nullable().default(null),
    method: z.enum(METHODS).default('p24'),
  }),
  z.object({ action: z.literal('end_transfer'), succeeded: z.boolean() }),
  /** Pays a session that has expired, or whose transfer failed. */
  z.object({ action: z.literal('pay_late') }),
  /** Moves the session's clock forward. */
  z.object({ action: z.literal('advance'), ms: z.int().min(0) }),
  z.object({
    action: z.literal('dispute'),
    status: z.enum(['needs_response', 'under_review', 'won', 'lost']).default('needs_response'),
  }),
])
type Action = z.infer<typeof actionSchema>

/**
 * Switches for tests and demonstrations under `/_control/stripe`; an action that the session's state forbids answers
 * 409.
 */
export function createStripeControl(
  payments: Payments,
  webhooks: Webhooks,
  products: Collection<ProductRecord>,
  lost: LostMethods,
): Hono {
  const control = new Hono()

  control.get('/sessions', (c) => c.json(payments.all()))
  control.get('/products', (c) => c.json(products.all()))

  control.post('/sessions/:id', async (c) => {
    const action = await readJson(c, actionSchema)
    const { id } = c.req.param()
    if ((await payments.find(id)) === null) return c.json({ error: 'no such session' }, 404)
    const changed = await act(id, action)
    return changed ? c.json(changed) : c.json({ error: 'the state of the session does not allow it' }, 409)
  })

  function act(id: string, given: Action): Promise<SessionRecord | null> {
    switch (given.action) {
      case 'pay':
        return payments.pay(id, given.method)
      case 'expire':
        return payments.expire(id)
      case 'start_transfer':
        return payments.startTransfer(id, given.arrivesInMs, given.method)
      case 'end_transfer':
        return payments.endTransfer(id, given.succeeded)
      case 'pay_late':
        return payments.payLate(id)
      case 'advance':
        return payments.advance(id, given.ms)
      case 'dispute':
        return payments.dispute(id, given.status)
    }
  }

  /** From now on the account lacks these payment methods, and has all others. */
  control.post('/lost-methods', async (c) => {
    const { methods } = await readJson(c, lostSchema)
    lost.clear()
    for (const method of methods) lost.add(method)
    return c.body(null, 204)
  })

  control.post('/refunds/:id', async (c) => {
    const { succeeded } = await readJson(c, refundSchema)
    return c.body(null, (await payments.endRefund(c.req.param('id'), succeeded)) ? 204 : 404)
  })

  control.get('/events', (c) => c.json(webhooks.recent()))

  control.post('/events/:id/deliver', async (c) => {
    const { copies } = await readJson(c, copiesSchema)
    return c.body(null, (await webhooks.sendAgain(c.req.param('id'), copies)) ? 204 : 404)
  })

  control.post('/webhook-endpoints', async (c) => {
    webhooks.addEndpoint((await readJson(c, urlSchema)).url)
    return c.body(null, 204)
  })
  control.delete('/webhook-endpoints', async (c) => {
    webhooks.removeEndpoint((await readJson(c, urlSchema)).url)
    return c.body(null, 204)
  })

  return control
}
