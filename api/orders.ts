import type { SignedInUser } from '#domain/accounts/account.ts'
import { orderBodySchema, orderReceiptSchema, toReceipt, toRequestedItems } from '#domain/checkout/checkout.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { holdOrder } from '#domain/flows/ordering/hold-order.server.ts'
import { placeOrder } from '#domain/flows/ordering/place-order.server.ts'
import type { Services } from '#domain/services.ts'
import { parseShippingMethod } from '#domain/shipping/shipping-method.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, requireBuyer, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

export const idempotencyHeaderSchema = z.object({
  'idempotency-key': z
    .string()
    .trim()
    .min(8)
    .max(200)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .openapi({
      description: 'Made once per attempt and repeated with it, e.g. a UUID. Without it every call is a new order.',
    }),
})

/** The key of a call; without one the call is a new one. */
export const readKey = (header: z.output<typeof idempotencyHeaderSchema>) =>
  header['idempotency-key'] ?? crypto.randomUUID()

const route = createRoute({
  method: 'post',
  path: '/create-cash-on-delivery-order',
  summary: 'Places orders paid on delivery: one order per product, all or none',
  description:
    'Prices and shippingCost are what the buyer saw; if they differ from the present ones, the answer is ' +
    '`price_changed`. The orders belong to the signed-in user and carry the e-mail of the account.',
  security: [{ session: [] }],
  middleware: requireBuyer,
  request: {
    headers: idempotencyHeaderSchema,
    body: jsonBody(orderBodySchema),
  },
  responses: {
    ...answers(orderReceiptSchema, 'Ordered. A repeat under the same Idempotency-Key returns the same answer.'),
    ...bodyErrors(
      'invalid_recipient',
      'invalid_items',
      'sign_in_required',
      'shipping_method_not_offered',
      'other_account',
      'product_unavailable',
      'out_of_stock',
      'order_limit_reached',
      'order_held',
      'sale_stopped',
      'price_changed',
      'cod_limit_exceeded',
      'locker_closed',
      'idempotency_conflict',
      'too_many_attempts',
      'locker_unavailable',
      'shipping_costs_missing',
    ),
  },
})

export const orderRoutes = createRouter().openapi(route, async (c) => {
  if (c.var.services.isDatabaseFull()) return refuse(c, { reason: 'database_unavailable' })
  const { user } = c.var
  const body = c.req.valid('json')
  const { customerData } = body
  if (isSomeoneElse(customerData.email, user)) return refuse(c, { reason: 'other_account', email: user.email })
  const { payment, delivery } = parseShippingMethod(customerData.shippingMethod)
  // Whatever else buyers are offered, this call takes cash on delivery.
  if (payment !== 'cash_on_delivery') return refuse(c, { reason: 'shipping_method_not_offered' })
  const recipient = parseRecipient(customerData, customerData.shippingMethod)
  if (!recipient.ok) return refuse(c, recipient.failure)

  const request = {
    // Without a key from the caller, a repeated call is a new order.
    idempotencyKey: c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID(),
    items: toRequestedItems(body),
    shownShippingGrosze: body.shippingCost,
    delivery,
    recipient: recipient.value,
    clientAddress: c.var.clientAddress,
  }
  const placed = await placeOrder(c.var.services, user, { ...request, payment, provider: null })
  if (!placed.ok) {
    const { failure } = placed
    if (failure.reason === 'confirmation_needed') {
      return refuse(c, await explainHeld(c.var.services, user, { ...request, payment }))
    }
    if (failure.reason !== 'order_limit_reached') return refuse(c, failure)
    return refuse(c, { ...failure, phone: c.var.services.profile.sellerPhone })
  }
  return c.json(toReceipt(placed.value, c.var.services.orderLinks), 200)
})

/** Stores an order until its buyer confirms it, and answers that. */
export async function explainHeld(services: Services, user: SignedInUser, request: Parameters<typeof holdOrder>[2]) {
  const held = await holdOrder(services, user, request)
  if (held.ok) return { reason: 'order_held' as const, ...held.value }
  const { failure } = held
  return failure.reason === 'busy' ? failure : { ...failure, phone: services.profile.sellerPhone }
}

/** Whether the checkout was filled in under another account, for example before signing in again in a second tab. */
export function isSomeoneElse(email: string | null | undefined, user: SignedInUser): boolean {
  return email !== undefined && email !== null && email.trim().toLowerCase() !== user.email
}
