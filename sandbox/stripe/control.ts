import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '#sandbox/collection.ts'
import type { Payments } from './stripe-payments.ts'
import { METHODS, type ProductRecord, type SessionRecord } from './stripe-records.ts'
import type { Webhooks } from './stripe-webhooks.ts'

const urlSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })
const copiesSchema = z.object({ copies: z.int().min(1).max(50).default(1) })
export const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pay'), method: z.enum(METHODS).default('card') }),
  z.object({ action: z.literal('expire') }),
  /** The session is complete, its money on the way: until `arrivesInMs`, or `end_transfer`. */
  z.object({ action: z.literal('start_transfer'), arrivesInMs: z.int().min(0).nullable().default(null) }),
  z.object({ action: z.literal('end_transfer'), succeeded: z.boolean() }),
  /** Money comes for a session that has expired, or whose transfer had failed. */
  z.object({ action: z.literal('pay_late') }),
  /** Its clock goes ahead. */
  z.object({ action: z.literal('advance'), ms: z.int().min(0) }),
  z.object({
    action: z.literal('dispute'),
    status: z.enum(['needs_response', 'won', 'lost']).default('needs_response'),
  }),
])
type Action = z.infer<typeof actionSchema>

/** Switches for tests and demonstrations, under `/_control/stripe`; what a session's state does not allow answers 409. */
export function createStripeControl(payments: Payments, webhooks: Webhooks, products: Collection<ProductRecord>): Hono {
  const control = new Hono()

  control.get('/sessions', (c) => c.json(payments.all()))

  control.get('/products', (c) => c.json(products.all()))

  control.post('/sessions/:id', async (c) => {
    const action = actionSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!action.success) return c.json({ error: action.error.issues }, 400)
    const { id } = c.req.param()
    if ((await payments.find(id)) === null) return c.json({ error: 'no such session' }, 404)
    const changed = await act(id, action.data)
    return changed ? c.json(changed) : c.json({ error: 'the state of the session does not allow it' }, 409)
  })

  function act(id: string, given: Action): Promise<SessionRecord | null> {
    switch (given.action) {
      case 'pay':
        return payments.pay(id, given.method)
      case 'expire':
        return payments.expire(id)
      case 'start_transfer':
        return payments.startTransfer(id, given.arrivesInMs)
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

  control.post('/refunds/:id', async (c) => {
    const given = z.object({ succeeded: z.boolean() }).safeParse(await c.req.json().catch(() => undefined))
    if (!given.success) return c.json({ error: given.error.issues }, 400)
    const known = await payments.endRefund(c.req.param('id'), given.data.succeeded)
    return c.body(null, known ? 204 : 404)
  })

  control.get('/events', (c) => c.json(webhooks.recent()))

  control.post('/events/:id/deliver', async (c) => {
    const given = copiesSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!given.success) return c.json({ error: given.error.issues }, 400)
    return c.body(null, (await webhooks.sendAgain(c.req.param('id'), given.data.copies)) ? 204 : 404)
  })

  control.post('/webhook-endpoints', async (c) => {
    const given = urlSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!given.success) return c.json({ error: given.error.issues }, 400)
    webhooks.addEndpoint(given.data.url)
    return c.body(null, 204)
  })
  control.delete('/webhook-endpoints', async (c) => {
    const given = urlSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!given.success) return c.json({ error: given.error.issues }, 400)
    webhooks.removeEndpoint(given.data.url)
    return c.body(null, 204)
  })

  return control
}
