import { z } from 'zod'
import type { actionSchema } from '#sandbox/stripe/control.ts'
import {
  eventSchema,
  type Method,
  type ProductRecord,
  productSchema,
  type SessionRecord,
  sessionSchema,
} from '#sandbox/stripe/stripe-records.ts'
import { askSandbox } from './mailbox.ts'

export type StripeAction = z.input<typeof actionSchema>

/**
 * Actions of buyers, banks and Stripe itself in the sandbox. Its address contains the token and is read at every call.
 */
export function openStripe(sandbox: { readonly mailboxUrl: string }) {
  const ask = (path: string, init?: RequestInit) => askSandbox(sandbox, `/_control/stripe${path}`, init)
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const expectDone = async (answer: Response) => {
    if (!answer.ok) throw new Error(`the sandbox's Stripe refused: ${answer.status} ${await answer.text()}`)
    return answer
  }

  return {
    /** All sessions, oldest first. */
    sessions: async (): Promise<SessionRecord[]> => z.array(sessionSchema).parse(await (await ask('/sessions')).json()),

    /** All products of both modes, oldest first. */
    products: async (): Promise<ProductRecord[]> => z.array(productSchema).parse(await (await ask('/products')).json()),

    /** Performs an action on a session. Throws when its state does not allow it. */
    async act(sessionId: string, action: StripeAction): Promise<SessionRecord> {
      return sessionSchema.parse(await (await expectDone(await post(`/sessions/${sessionId}`, action))).json())
    },

    /** Whether the session's state allowed the action. Of two simultaneous ones, one is refused. */
    async tryTo(sessionId: string, action: StripeAction): Promise<boolean> {
      const answer = await post(`/sessions/${sessionId}`, action)
      if (answer.status === 409) return false
      await expectDone(answer)
      return true
    },

    /** From now on the account lacks these payment methods, and has all others. */
    lose: async (...methods: Method[]) => void (await expectDone(await post('/lost-methods', { methods }))),

    /** Reports the bank's outcome of a refund. */
    endRefund: async (refundId: string, succeeded: boolean) =>
      void (await expectDone(await post(`/refunds/${refundId}`, { succeeded }))),

    /** Signed events for webhooks, newest last, including lost ones. `body` is what was sent, byte for byte. */
    events: async () => z.array(eventSchema).parse(await (await ask('/events')).json()),

    /** Sends an event again, several times at once. */
    deliver: async (eventId: string, copies = 1) =>
      void (await expectDone(await post(`/events/${eventId}/deliver`, { copies }))),

    addWebhookEndpoint: async (url: string) => void (await expectDone(await post('/webhook-endpoints', { url }))),
  }
}
