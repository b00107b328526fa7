import type { Context } from 'hono'
import type { SignedInUser } from '#domain/accounts/account-gateway.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { groszeToZl } from '#domain/money.ts'
import { placeCashOnDeliveryOrder } from '#domain/orders/place-cash-on-delivery-order.server.ts'
import { type CashOnDeliveryMethod, OFFERED_SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { conflictSchema, refuseOrder } from './order-refusals.ts'
import { idempotencyHeaderSchema, type OrderBody, orderBodySchema, receiptSchema } from './order-schemas.ts'
import { type ApiEnv, createRoute, createRouter, errorResponse, errors, signedIn, signInRequired } from './router.ts'

const route = createRoute({
  method: 'post',
  path: '/create-cash-on-delivery-order',
  summary: 'Orders with payment on delivery: one order per product, all or nothing',
  description:
    'Prices and shippingCost are what the buyer saw; the shop sells at its own or answers `price_changed`. The orders belong to the signed-in user and carry the e-mail of the account.',
  security: [{ session: [] }],
  request: {
    headers: idempotencyHeaderSchema,
    body: { required: true, content: { 'application/json': { schema: orderBodySchema } } },
  },
  responses: {
    200: {
      description: 'Ordered. A repeat under the same Idempotency-Key answers the same.',
      content: { 'application/json': { schema: receiptSchema } },
    },
    409: {
      description:
        '`price_changed`, `out_of_stock`, `product_unavailable`, `locker_closed`, `idempotency_conflict`, `other_account`: nothing was stored',
      content: { 'application/json': { schema: conflictSchema } },
    },
    ...errors({
      400: 'Wrong fields, named as in customerData, or a payment that is not offered',
      401: '`sign_in_required`',
      413: '`body_too_large`',
      429: '`too_many_attempts`, with Retry-After; repeats of a stored order are not counted',
      503: '`busy` or `locker_unavailable`: try again under the same key',
    }),
  },
})

export const orderRoutes = createRouter().openapi(route, async (c) => {
  const user = await signedIn(c)
  if (!user) return signInRequired(c)
  const body = c.req.valid('json')
  const { customerData } = body
  if (isSomeoneElse(customerData.email, user)) {
    const message = `Jesteś zalogowany jako ${user.email}. Odśwież stronę i zamów z tego konta albo zaloguj się ponownie.`
    return errorResponse(c, 409, 'other_account', message, { email: message })
  }
  const { shippingMethod } = customerData
  if (!isOffered(shippingMethod)) {
    const message = 'Ta metoda przesyłki nie jest dostępna przy płatności za pobraniem.'
    return errorResponse(c, 400, 'shipping_method_not_offered', message, { shippingMethod: message })
  }
  const recipient = parseRecipient(customerData, shippingMethod)
  if (!recipient.ok) return invalidRecipient(c, recipient.failure.fields)

  const placed = await placeCashOnDeliveryOrder(c.var.services, user, {
    // Without a key of the caller's own, repeats cannot be told from new orders; the call still works.
    idempotencyKey: c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID(),
    lines: linesOf(body),
    shownShippingGrosze: body.shippingCost,
    shippingMethod,
    recipient: recipient.value,
    clientAddress: c.var.clientAddress,
  })
  if (!placed.ok) return refuseOrder(c, placed.failure)
  const { checkoutId, orderIds, totalGrosze } = placed.value
  const orderId = orderIds[0] ?? checkoutId
  return c.json({ orderId, orderIds, checkoutId, total: groszeToZl(totalGrosze), totalGrosze }, 200)
})

/** Filled in under one account and sent under another, e.g. after signing in as someone else in a second tab. */
function isSomeoneElse(email: string | null | undefined, user: SignedInUser): boolean {
  return email !== undefined && email !== null && email.trim().toLowerCase() !== user.email
}

function isOffered(method: string): method is CashOnDeliveryMethod {
  return OFFERED_SHIPPING_METHODS.some((offered) => offered === method)
}

function invalidRecipient(c: Context<ApiEnv>, fields: Partial<Record<string, string>>) {
  const sentences = Object.entries(fields).flatMap(([field, sentence]) => (sentence ? [[field, sentence]] : []))
  const message = 'Sprawdź dane odbiorcy i dostawy.'
  return errorResponse(c, 400, 'invalid_request', message, Object.fromEntries(sentences))
}

function linesOf({ productId, productData, items }: OrderBody) {
  if (items) return items.map(({ id, price, quantity }) => ({ productId: id, quantity, shownPriceGrosze: price }))
  if (productId === undefined || !productData) return []
  return [{ productId, quantity: productData.quantity, shownPriceGrosze: productData.price }]
}
