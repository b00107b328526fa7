import { payAgain } from '#domain/flows/payments/pay-again.server.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { linkedCheckoutSchema, orderLinkSchema } from '#domain/orders/order-links/linked-checkout.ts'
import { readLinkedCheckout } from '#domain/orders/order-links/read-linked-checkout.server.ts'
import { findFirstOrder } from '#domain/orders/order-queries.server.ts'
import { answerFound, publicCall } from './call.ts'
import type { ApiEnv } from './http.ts'
import { NOT_LED, startedPaymentSchema, toAnswer } from './payments.ts'

export type LinkCaller = Pick<ApiEnv['Variables'], 'services' | 'clientAddress'>

/** The checkout of a link's token. Counts against the limit of link openings. */
export async function openLink({ services, clientAddress }: LinkCaller, token: string) {
  const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
  if (!counted.ok) return counted
  const checkoutId = services.orderLinks.read(token)
  return checkoutId === null ? fail({ reason: 'order_link_invalid' as const }) : ok(checkoutId)
}

export const orderLinkCalls = [
  publicCall.post(
    '/order-link',
    {
      summary: 'The state of a checkout, by the token of its mailed link',
      description: 'Works without a session. Says what was bought and where it is, but not who bought it.',
      body: orderLinkSchema,
      answers: ['The checkout', linkedCheckoutSchema],
      refuses: ['order_link_invalid', 'too_many_attempts'],
    },
    async ({ body: { token }, ...caller }) => {
      const opened = await openLink(caller, token)
      if (!opened.ok) return opened
      return answerFound(await readLinkedCheckout(caller.services, opened.value), 'order_link_invalid')
    },
  ),
  publicCall.post(
    '/order-link/pay',
    {
      summary: 'Leads to the payment page of an unpaid order or an open addition, by the token of its link',
      description: 'As /orders/{id}/pay, without a session; it signs nobody in.',
      body: orderLinkSchema,
      answers: ['The payment page', startedPaymentSchema],
      refuses: ['order_link_invalid', ...NOT_LED],
    },
    async ({ services, body: { token }, clientAddress }) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      const opened = await openLink({ services, clientAddress }, token)
      if (!opened.ok) return opened
      const orderId = await findFirstOrder(services.db, opened.value)
      if (orderId === undefined) return fail({ reason: 'order_link_invalid' })
      const started = await payAgain(services, { orderId, clientAddress })
      if (started.ok) return ok(toAnswer(started.value))
      return fail({ ...started.failure, phone: services.profile.sellerPhone })
    },
  ),
]
