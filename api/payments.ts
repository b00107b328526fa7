import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { SignedInUser } from '#domain/accounts/account.ts'
import { prepaidOrderBodySchema, toRequestedDiscount, toRequestedItems } from '#domain/checkout/checkout.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { orderAndPay } from '#domain/flows/ordering/order-and-pay.server.ts'
import { giveUpPayment } from '#domain/flows/payments/give-up-payment.server.ts'
import { payAgain } from '#domain/flows/payments/pay-again.server.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import { parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { issueLoginTicket, nameTicketCookie } from '#domain/payments/login-ticket.server.ts'
import { paymentStatusSchema } from '#domain/payments/payment-status.ts'
import { readPaymentStatus } from '#domain/payments/read-payment-status.server.ts'
import type { StartedPayment } from '#domain/payments/start-payment.server.ts'
import { buyerCall, doneSchema, publicCall } from './call.ts'
import { type ApiEnv, z } from './http.ts'
import { explainHeld, isSomeoneElse, NEW_CODE_REFUSALS, NEW_ORDER_REFUSALS } from './orders.ts'
import { findPreparedIds } from './prepared-orders.ts'

export const startedPaymentSchema = z
  .object({
    url: z.url().meta({ description: 'The payment page of the provider, which the browser opens' }),
    orderId: z.uuid(),
    sessionId: z.string().meta({ description: 'The parameter of /payment-status' }),
    expiresAt: momentSchema.meta({ description: 'Until when the pieces are held and the page accepts a payment' }),
  })
  .meta({ id: 'StartedPayment' })

export function toAnswer({ url, orderId, sessionId, expiresAt }: StartedPayment) {
  return { url, orderId, sessionId, expiresAt: expiresAt.toISOString() }
}

/** Refusals of every call that leads to a payment page. */
export const NOT_LED = [
  'order_already_paid',
  'addition_over',
  'payment_under_way',
  'order_not_payable',
  'sale_stopped',
  'ordered_product_gone',
  'out_of_stock',
  'order_limit_reached',
  'address_unproven',
  'too_many_attempts',
  'payment_session_failed',
  'payments_off',
  'order_not_found',
  'code_used_up',
  'code_used_already',
  'own_order_in_the_way',
] as const

export const paymentCalls = [
  buyerCall.post(
    '/create-checkout-session',
    {
      summary: 'Places an order paid ahead: one order for all products, with its payment page',
      description:
        'Prices and shippingCost are what the buyer saw; if they differ from the present ones, the answer is ' +
        '`price_changed`. The order belongs to the signed-in user, holds its pieces until `expiresAt`, and is sent ' +
        'once it is paid.',
      key: true,
      body: prepaidOrderBodySchema,
      answers: [
        'Ordered. A repeat with the same Idempotency-Key continues the same order.',
        startedPaymentSchema
          .extend({ checkoutId: z.uuid(), totalGrosze: groszeSchema, total: zlSchema })
          .meta({ id: 'CheckoutSession' }),
      ],
      refuses: [
        'invalid_recipient',
        'other_account',
        'product_unavailable',
        ...NEW_ORDER_REFUSALS,
        'amount_not_payable',
        'order_held',
        ...NEW_CODE_REFUSALS,
        ...NOT_LED,
      ],
    },
    async ({ services, user, key, body, clientAddress }, c) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      if (isSomeoneElse(body.email, user)) return fail({ reason: 'other_account', email: user.email })
      const { payment, delivery } = parseShippingMethod(body.shippingMethod)
      // Whatever else buyers are offered, this call takes payment ahead.
      if (payment !== 'prepaid') return fail({ reason: 'shipping_method_not_offered' })
      const recipient = parseRecipient(body.customerData, body.shippingMethod)
      if (!recipient.ok) return recipient

      const request = {
        idempotencyKey: key,
        items: toRequestedItems(body),
        shownShippingGrosze: body.shippingCost,
        ...toRequestedDiscount(body),
        delivery,
        recipient: recipient.value,
        clientAddress,
        preparedOrderIds: findPreparedIds(c),
      }
      const ordered = await orderAndPay(services, user, request)
      if (!ordered.ok) {
        const { failure } = ordered
        if (failure.reason === 'confirmation_needed') return explainHeld(services, user, { ...request, payment })
        return fail({ ...failure, phone: services.profile.sellerPhone })
      }
      const { placed, started } = ordered.value
      await setLoginTicket(c, started, user)
      const { checkoutId, totalGrosze } = placed
      return ok({ ...toAnswer(started), checkoutId, totalGrosze, total: groszeToZl(totalGrosze) })
    },
  ),
  buyerCall.post(
    '/orders/{id}/pay',
    {
      summary: 'Leads to the payment page of an own unpaid order, or of the open addition of a paid one',
      description:
        'While its attempt is open, to the same page. Afterwards the order becomes pending again and its pieces are ' +
        'taken again; `out_of_stock` names products with too few. It costs the same as when it was placed.',
      answers: ['The payment page', startedPaymentSchema],
      refuses: NOT_LED,
    },
    async ({ services, user, params, clientAddress }, c) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      if (!isUuid(params.id)) return fail({ reason: 'order_not_found' })
      const started = await payAgain(services, { orderId: params.id, userId: user.id, clientAddress })
      if (!started.ok) return fail({ ...started.failure, phone: services.profile.sellerPhone })
      await setLoginTicket(c, started.value, user)
      return ok(toAnswer(started.value))
    },
  ),
  buyerCall.post(
    '/orders/{id}/give-up',
    {
      summary: 'Gives up an own order that waits for its payment: its page ends and its pieces return to stock',
      description: 'It can still be paid by /orders/{id}/pay while its pieces are in stock.',
      answers: ['The order no longer waits for a payment', doneSchema],
      refuses: ['order_not_found', 'order_already_paid', 'order_not_payable'],
    },
    ({ services, user, params }) => giveUpPayment(services, { orderId: params.id, userId: user.id }),
  ),
  publicCall.get(
    '/payment-status',
    {
      summary: 'The state of a payment, for a buyer who returns from it',
      description:
        'Works without a session, and says nothing about the buyer; the session that ordered gets the link to its ' +
        'order.',
      query: z.object({
        session_id: z.string().min(1).max(200).meta({ description: 'As the provider appended it to the address' }),
      }),
      answers: ['The present state', paymentStatusSchema],
      refuses: ['too_many_attempts'],
    },
    async ({ services, query, clientAddress }, c) => {
      const buyer = await services.accounts.findBuyer(c.req.raw.headers)
      c.header('Cache-Control', 'private, no-store')
      return readPaymentStatus(services, { sessionId: query.session_id, buyer, clientAddress })
    },
  ),
]

/** Sets the cookie that signs the buyer in when the payment page leads back to the shop. */
async function setLoginTicket(c: Context<ApiEnv>, started: StartedPayment, { id: userId }: SignedInUser) {
  const { services } = c.var
  const sent = getCookie(c, nameTicketCookie(services.profile))
  c.header('Set-Cookie', await issueLoginTicket(services, started, { userId, sent }), { append: true })
}
