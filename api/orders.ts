import type { SignedInUser } from '#domain/accounts/account.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { placeOrder } from '#domain/checkout/place-order.server.ts'
import { groszeToZl, zlToGrosze } from '#domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/orders/order.ts'
import { parseShippingMethod, SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, requireUser, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

/** More than any cart costs; keeps sums far from where numbers lose grosze. */
const MAX_ZL = 1_000_000

/** zł in the contract, whole grosze behind it; a part of a grosz is nobody's price. */
const zl = (min: number) =>
  z
    .number()
    .min(min)
    .max(MAX_ZL)
    .transform((amount, context) => {
      const grosze = zlToGrosze(amount)
      if (grosze === undefined)
        context.addIssue({ code: 'custom', message: 'Kwota ma najwyżej dwa miejsca po przecinku' })
      return grosze ?? z.NEVER
    })
    .openapi({ type: 'number', minimum: min, description: 'zł, at most two decimals' })

const price = zl(0.01)
const quantity = z.int().min(1).max(MAX_QUANTITY)
const productId = z.string().min(1).max(100)
const text = z.string().max(500)
const optionalText = text.nullish()

/** Other fields of a cart item are carried along by browsers and ignored here (0-decisions). */
const cartItemSchema = z.looseObject({ id: productId, name: text.optional(), price, quantity })

const customerDataSchema = z
  .strictObject({
    email: optionalText.openapi({ description: "The account's own e-mail when sent; orders never carry another." }),
    firstName: optionalText,
    lastName: optionalText,
    phone: optionalText,
    receiverEmail: optionalText,
    street: optionalText,
    houseNumber: optionalText,
    city: optionalText,
    postalCode: optionalText,
    selectedLocker: z
      .union([text, z.looseObject({ inpost_id: text })])
      .nullish()
      .openapi({ description: 'inpost_id, or an object that carries it' }),
    shippingMethod: z.enum(SHIPPING_METHODS),
  })
  .openapi('CustomerData', { description: 'Courier needs the address, a locker selectedLocker and receiverEmail.' })

/** One product as the product dialog sends it, or all items of a cart at once (0-decisions). */
export const orderBodySchema = z
  .strictObject({
    productId: productId.optional(),
    productData: z.strictObject({ name: text.optional(), price, brand_name: optionalText, quantity }).optional(),
    items: z.array(cartItemSchema).min(1, 'Pusty koszyk').max(MAX_LINES).optional(),
    customerData: customerDataSchema,
    shippingCost: zl(0),
  })
  .refine(isOneOrder, { message: 'Podaj albo items, albo productId i productData', path: ['items'] })
  .openapi('BuiltOrder')

function isOneOrder(body: { productId?: unknown; productData?: unknown; items?: unknown }): boolean {
  if (body.items !== undefined) return body.productId === undefined && body.productData === undefined
  return body.productId !== undefined && body.productData !== undefined
}

export type OrderBody = z.output<typeof orderBodySchema>

export const idempotencyHeaderSchema = z.object({
  'idempotency-key': z
    .string()
    .trim()
    .min(8)
    .max(200)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .openapi({
      description: 'Made once per attempt and kept for its repeats, e.g. a UUID. Without it every call is an order.',
    }),
})

export const receiptSchema = z
  .object({
    orderId: z.uuid().openapi({ description: 'The first of orderIds' }),
    orderIds: z.array(z.uuid()).openapi({ description: 'One order per product, in the order of the cart' }),
    checkoutId: z.uuid(),
    total: z.number().openapi({ description: 'zł' }),
    totalGrosze: z.int(),
  })
  .openapi('OrderReceipt')

const route = createRoute({
  method: 'post',
  path: '/create-cash-on-delivery-order',
  summary: 'Orders with payment on delivery: one order per product, all or nothing',
  description:
    'Prices and shippingCost are what the buyer saw; the shop sells at its own or answers `price_changed`. The orders belong to the signed-in user and carry the e-mail of the account.',
  security: [{ session: [] }],
  middleware: requireUser,
  request: {
    headers: idempotencyHeaderSchema,
    body: jsonBody(orderBodySchema),
  },
  responses: {
    ...answers(receiptSchema, 'Ordered. A repeat under the same Idempotency-Key answers the same.'),
    ...bodyErrors(
      'invalid_recipient',
      'invalid_lines',
      'sign_in_required',
      'shipping_method_not_offered',
      'other_account',
      'product_unavailable',
      'out_of_stock',
      'price_changed',
      'locker_closed',
      'idempotency_conflict',
      'too_many_attempts',
      'locker_unavailable',
      'shipping_costs_missing',
    ),
  },
})

export const orderRoutes = createRouter().openapi(route, async (c) => {
  const { user } = c.var
  const body = c.req.valid('json')
  const { customerData } = body
  if (isSomeoneElse(customerData.email, user)) return refuse(c, { reason: 'other_account', email: user.email })
  const { payment, delivery } = parseShippingMethod(customerData.shippingMethod)
  // Whatever else buyers are offered, this call takes cash on delivery.
  if (payment !== 'cash_on_delivery') return refuse(c, { reason: 'shipping_method_not_offered' })
  const recipient = parseRecipient(customerData, customerData.shippingMethod)
  if (!recipient.ok) return refuse(c, recipient.failure)

  const placed = await placeOrder(c.var.services, user, {
    // Without a key of the caller's own, repeats cannot be told from new orders; the call still works.
    idempotencyKey: c.req.valid('header')['idempotency-key'] ?? crypto.randomUUID(),
    lines: linesOf(body),
    shownShippingGrosze: body.shippingCost,
    payment,
    delivery,
    recipient: recipient.value,
    clientAddress: c.var.clientAddress,
  })
  if (!placed.ok) return refuse(c, placed.failure)
  const { checkoutId, orderIds, totalGrosze } = placed.value
  const orderId = orderIds[0] ?? checkoutId
  return c.json({ orderId, orderIds, checkoutId, total: groszeToZl(totalGrosze), totalGrosze }, 200)
})

/** Filled in under one account and sent under another, e.g. after signing in as someone else in a second tab. */
function isSomeoneElse(email: string | null | undefined, user: SignedInUser): boolean {
  return email !== undefined && email !== null && email.trim().toLowerCase() !== user.email
}

function linesOf({ productId, productData, items }: OrderBody) {
  if (items) return items.map(({ id, price, quantity }) => ({ productId: id, quantity, shownPriceGrosze: price }))
  if (productId === undefined || !productData) return []
  return [{ productId, quantity: productData.quantity, shownPriceGrosze: productData.price }]
}
