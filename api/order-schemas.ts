import { zlToGrosze } from '#domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/orders/order.ts'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { z } from './router.ts'

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
  .openapi('CashOnDeliveryOrder')

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
