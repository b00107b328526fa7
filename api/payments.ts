import { getCookie } from 'hono/cookie'
import { prepaidOrderBodySchema, toRequestedItems } from '#domain/checkout/checkout.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { orderAndPay } from '#domain/flows/ordering/order-and-pay.server.ts'
import { giveUpPayment } from '#domain/flows/payments/give-up-payment.server.ts'
import { payAgain } from '#domain/flows/payments/pay-again.server.ts'
import { groszeToZl } from '#domain/kernel/money.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire-fields.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { issueLoginTicket, nameTicketCookie } from '#domain/payments/login-ticket.server.ts'
import { paymentStatusSchema } from '#domain/payments/payment-status.ts'
import { readPaymentStatus } from '#domain/payments/read-payment-status.server.ts'
import type { StartedPayment } from '#domain/payments/start-payment.server.ts'
import { parseShippingMethod } from '#domain/shipping/shipping-method.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, requireBuyer, z } from './http.ts'
import { answers, bodyErrors, errors, jsonBody } from './openapi.ts'
import { explainHeld, idempotencyHeaderSchema, isSomeoneElse } from './orders.ts'

export const startedPaymentSchema = z
  .object({
    url: z.url().meta({ description: 'The payment page of the provider, which the browser opens' }),
    orderId: z.uuid(),
    sessionId: z.string().meta({ description: 'The parameter of /payment-status' }),
    expiresAt: momentSchema.meta({ description: 'Until when the pieces are held and the page accepts a payment' }),
  })
  .meta({ id: 'StartedPayment' })

const checkoutSessionSchema = startedPaymentSchema
  .extend({ checkoutId: z.uuid(), totalGrosze: groszeSchema, total: zlSchema })
  .meta({ id: 'CheckoutSession' })

export function toAnswer({ url, orderId, sessionId, expiresAt }: StartedPayment) {
  return { url, orderId, sessionId, expiresAt: expiresAt.toISOString() }
}

/** Refusals of every call that leads to a payment page. */
export const NOT_LED = [
  'order_already_paid',
  'payment_under_way',
  'order_not_payable',
  'ordered_product_gone',
  'out_of_stock',
  'order_limit_reached',
  'address_unproven',
  'too_many_attempts',
  'payment_session_failed',
  'payments_off',
  'order_not_found',
] as const

const createSession = createRoute({
  method: 'post',
  path: '/create-checkout-session',
  summary: 'Places an order paid ahead: one order for all products, with its payment page',
  description:
    'Prices and shippingCost are what the buyer saw; if they differ from the present ones, the answer is ' +
    '`price_changed`. The order belongs to the signed-in user, holds its pieces until `expiresAt`, and is sent once ' +
    'it is paid.',
  security: [{ session: [] }],
  middleware: requireBuyer,
  request: { headers: idempotencyHeaderSchema, body: jsonBody(prepaidOrderBodySchema) },
  responses: {
    ...answers(checkoutSessionSchema, 'Ordered. A repeat with the same Idempotency-Key continues the same order.'),
    ...bodyErrors(
      'invalid_recipient',
      'invalid_items',
      'shipping_method_not_offered',
      'other_account',
      'product_unavailable',
      'price_changed',
      'cod_limit_exceeded',
      'locker_closed',
      'idempotency_conflict',
      'locker_unavailable',
      'shipping_costs_missing',
      'sale_stopped',
      'amount_not_payable',
      'order_held',
      'sign_in_required',
      ...NOT_LED,
    ),
  },
})

const payOrder = createRoute({
  method: 'post',
  path: '/orders/{id}/pay',
  summary: 'Leads to the payment page of an own unpaid order',
  description:
    'While its attempt is open, to the same page. Afterwards the order becomes pending again and its pieces are ' +
    'taken again; `out_of_stock` names products with too few. It costs the same as when it was placed.',
  security: [{ session: [] }],
  middleware: requireBuyer,
  request: { params: z.object({ id: z.string() }) },
  responses: {
    ...answers(startedPaymentSchema, 'The payment page'),
    ...errors('forbidden_origin', 'sign_in_required', ...NOT_LED),
  },
})

const giveUpOrder = createRoute({
  method: 'post',
  path: '/orders/{id}/give-up',
  summary: 'Gives up an own order that waits for its payment: its page ends and its pieces return to stock',
  description: 'It can still be paid by /orders/{id}/pay while its pieces are in stock.',
  security: [{ session: [] }],
  middleware: requireBuyer,
  request: { params: z.object({ id: z.string() }) },
  responses: {
    ...answers(z.object({ ok: z.literal(true) }), 'The order no longer waits for a payment'),
    ...errors('forbidden_origin', 'sign_in_required', 'order_not_found', 'order_already_paid', 'order_not_payable'),
  },
})

const paymentStatus = createRoute({
  method: 'get',
  path: '/payment-status',
  summary: 'The state of a payment, for a buyer who returns from it',
  description:
    'Works without a session, and says nothing about the buyer; the session that ordered gets the link to its order.',
  request: {
    query: z.object({
      session_id: z.string().min(1).max(200).meta({ description: 'As the provider appended it to the address' }),
    }),
  },
  responses: {
    ...answers(paymentStatusSchema, 'The present state'),
    ...errors('invalid_request', 'too_many_attempts'),
  },
})

export const paymentRoutes = createRouter()
  .openapi(createSession, async (c) => {
    const { services, user, clientAddress } = c.var
    if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
    const body = c.req.valid('json')
    if (isSomeoneElse(body.email, user)) return refuse(c, { reason: 'other_account', email: user.email })
    const { payment, delivery } = parseShippingMethod(body.shippingMethod)
    // Whatever else buyers are offered, this call takes payment ahead.
    if (payment !== 'prepaid') return refuse(c, { reason: 'shipping_method_not_offered' })
    const recipient = parseRecipient(body.customerData, body.shippingMethod)
    if (!recipient.ok) return refuse(c, recipient.failure)

    const request = {
      idempotencyKey: c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID(),
      items: toRequestedItems(body),
      shownShippingGrosze: body.shippingCost,
      delivery,
      recipient: recipient.value,
      clientAddress,
    }
    const ordered = await orderAndPay(services, user, request)
    if (!ordered.ok) {
      const { failure } = ordered
      if (failure.reason === 'confirmation_needed') {
        return refuse(c, await explainHeld(services, user, { ...request, payment }))
      }
      if (failure.reason !== 'order_limit_reached') return refuse(c, failure)
      return refuse(c, { ...failure, phone: services.profile.sellerPhone })
    }
    const { placed, started } = ordered.value
    const sent = getCookie(c, nameTicketCookie(services.profile))
    c.header('Set-Cookie', await issueLoginTicket(services, started, { userId: user.id, sent }), { append: true })
    const { checkoutId, totalGrosze } = placed
    return c.json({ ...toAnswer(started), checkoutId, totalGrosze, total: groszeToZl(totalGrosze) }, 200)
  })
  .openapi(payOrder, async (c) => {
    const { services, user, clientAddress } = c.var
    if (services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
    const { id: orderId } = c.req.valid('param')
    if (!isUuid(orderId)) return refuse(c, { reason: 'order_not_found' })
    const started = await payAgain(services, { orderId, userId: user.id, clientAddress })
    if (!started.ok) {
      const { failure } = started
      if (failure.reason !== 'order_limit_reached') return refuse(c, failure)
      return refuse(c, { ...failure, phone: services.profile.sellerPhone })
    }
    const sent = getCookie(c, nameTicketCookie(services.profile))
    c.header('Set-Cookie', await issueLoginTicket(services, started.value, { userId: user.id, sent }), { append: true })
    return c.json(toAnswer(started.value), 200)
  })
  .openapi(giveUpOrder, async (c) => {
    const { services, user } = c.var
    const { id: orderId } = c.req.valid('param')
    const given = await giveUpPayment(services, { orderId, userId: user.id })
    return given.ok ? c.json({ ok: true as const }, 200) : refuse(c, given.failure)
  })
  .openapi(paymentStatus, async (c) => {
    const { services, clientAddress } = c.var
    const buyer = await services.accounts.findBuyer(c.req.raw.headers)
    const sessionId = c.req.valid('query').session_id
    const status = await readPaymentStatus(services, { sessionId, buyer, clientAddress })
    if (!status.ok) return refuse(c, status.failure)
    c.header('Cache-Control', 'private, no-store')
    return c.json(status.value, 200)
  })
