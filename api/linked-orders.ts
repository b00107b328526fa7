import { payAgain } from '#domain/flows/payments/pay-again.server.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { linkedCheckoutSchema, orderLinkSchema } from '#domain/orders/linked/linked-checkout.ts'
import { findFirstOrder } from '#domain/orders/linked/linked-checkout-queries.server.ts'
import { readLinkedCheckout } from '#domain/orders/linked/read-linked-checkout.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'
import { NOT_LED, startedPaymentSchema, toAnswer } from './payments.ts'

const readLink = createRoute({
  method: 'post',
  path: '/order-link',
  summary: 'The state of a checkout, by the token of its mailed link',
  description: 'Works without a session. Says what was bought and where it is, but not who bought it.',
  request: { body: jsonBody(orderLinkSchema) },
  responses: {
    ...answers(linkedCheckoutSchema, 'The checkout'),
    ...bodyErrors('order_link_invalid', 'too_many_attempts'),
  },
})

const payLink = createRoute({
  method: 'post',
  path: '/order-link/pay',
  summary: 'Leads to the payment page of an unpaid order, by the token of its link',
  description: 'As /orders/{id}/pay, without a session; it signs nobody in.',
  request: { body: jsonBody(orderLinkSchema) },
  responses: {
    ...answers(startedPaymentSchema, 'The payment page'),
    ...bodyErrors('order_link_invalid', ...NOT_LED),
  },
})

export const orderLinkRoutes = createRouter()
  .openapi(readLink, async (c) => {
    const { services, clientAddress } = c.var
    const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
    if (!counted.ok) return refuse(c, counted.failure)
    const checkoutId = services.orderLinks.read(c.req.valid('json').token)
    const checkout = checkoutId === null ? null : await readLinkedCheckout(services, checkoutId)
    return checkout === null ? refuse(c, { reason: 'order_link_invalid' }) : c.json(checkout, 200)
  })
  .openapi(payLink, async (c) => {
    const { services, clientAddress } = c.var
    if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
    const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
    if (!counted.ok) return refuse(c, counted.failure)
    const checkoutId = services.orderLinks.read(c.req.valid('json').token)
    const orderId = checkoutId === null ? undefined : await findFirstOrder(services.db, checkoutId)
    if (orderId === undefined) return refuse(c, { reason: 'order_link_invalid' })
    const started = await payAgain(services, { orderId, clientAddress })
    if (started.ok) return c.json(toAnswer(started.value), 200)
    const { failure } = started
    if (failure.reason !== 'order_limit_reached') return refuse(c, failure)
    return refuse(c, { ...failure, phone: services.profile.sellerPhone })
  })
