import { z } from 'zod'
import { MAX_ITEMS, MAX_QUANTITY } from '#domain/cart/cart.ts'
import type { Shortage } from '#domain/catalog/product-schema.ts'
import { type CodeRefusal, codeTextSchema, orderDiscountSchema } from '#domain/codes/code.ts'
import { orderGiftSchema } from '#domain/gifts/gift-rule.ts'
import { type Grosze, groszeToZl, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { SHIPPING_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { OrderLinks } from '#domain/orders/order-links/linked-checkout.ts'
import { factBodyShape } from './checkout-facts.ts'
import type { OrderLimitReached } from './order-limits.ts'

/** More than any cart costs, zł. Keeps sums far below the amounts at which numbers lose grosze. */
const MAX_ZL = 1_000_000

/** Messages about items that do not form an order. */
export const INVALID_ITEMS_MESSAGES = {
  empty: 'Pusty koszyk',
  too_many_items: `W jednym zamówieniu może być najwyżej ${MAX_ITEMS} produktów.`,
  quantity: `Jednego produktu można zamówić od 1 do ${MAX_QUANTITY} sztuk.`,
  two_prices: 'Ten sam produkt jest na liście z dwiema cenami. Odśwież koszyk.',
} as const
export type InvalidItems = { reason: 'invalid_items'; problem: keyof typeof INVALID_ITEMS_MESSAGES }

const PRICE_MESSAGE = 'Podaj cenę większą od zera, z najwyżej dwoma miejscami po przecinku.'
const DISCOUNT_MESSAGE = 'Podaj rabat: zero lub więcej, z najwyżej dwoma miejscami po przecinku.'
const SHIPPING_COST_MESSAGE = 'Podaj koszt dostawy: zero lub więcej, z najwyżej dwoma miejscami po przecinku.'

/** zł in the contract, grosze internally. Fractions of a grosz are refused. */
function amount(min: number, message: string) {
  return z
    .number(message)
    .min(min, message)
    .max(MAX_ZL, message)
    .meta({ description: 'zł, at most two decimals' })
    .transform((zl, context) => {
      const grosze = zlToGrosze(zl)
      if (grosze === undefined) context.addIssue({ code: 'custom', message })
      return grosze ?? z.NEVER
    })
}

/** The fields that both bodies of an order have. */
function describeBody() {
  const productId = z.string().min(1).max(100)
  const text = z.string().max(500)
  const optionalText = text.nullish()
  const { empty, quantity, too_many_items: tooMany } = INVALID_ITEMS_MESSAGES
  return {
    productId,
    text,
    optionalText,
    quantity: z.int(quantity).min(1, quantity).max(MAX_QUANTITY, quantity),
    // Browsers send further fields of a cart item along. They are ignored.
    items: <Item extends z.ZodRawShape>(item: Item) =>
      z
        .array(z.looseObject({ id: productId, name: text.optional(), ...item }))
        .min(1, empty)
        .max(MAX_ITEMS, tooMany),
    email: optionalText.meta({ description: "If sent, the account's own e-mail; orders never carry another." }),
    shippingMethod: z.enum(SHIPPING_METHODS),
    shippingCost: amount(0, SHIPPING_COST_MESSAGE),
    recipient: {
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
        .meta({ description: 'inpost_id, or an object that has it' }),
      ...factBodyShape,
    },
  }
}

/** The optional code of both bodies, and the discount that the buyer saw. */
function describeDiscount() {
  return {
    discountCode: codeTextSchema.optional().meta({
      description: 'A discount code. With one that makes delivery free, shippingCost is 0.',
    }),
    discount: amount(0, DISCOUNT_MESSAGE)
      .optional()
      .meta({ description: 'zł that the buyer saw the code take off the products; absent: 0' }),
  }
}

/** The discount of a body, as the buyer saw it. */
export function toRequestedDiscount({
  discountCode,
  discount = 0,
}: {
  discountCode?: string | undefined
  discount?: Grosze | undefined
}) {
  return { discountCode, shownDiscountGrosze: discount }
}

const CUSTOMER_DATA = 'A courier needs the address; a locker needs selectedLocker and receiverEmail.'

/**
 * The body of an order paid on delivery: one product as the product dialog sends it, or all items of a cart. Prices and
 * `shippingCost` are what the buyer saw.
 */
export const orderBodySchema = defineSchema(() => {
  const { productId, text, optionalText, quantity, items, email, shippingMethod, shippingCost, recipient } =
    describeBody()
  const item = { price: amount(0.01, PRICE_MESSAGE), quantity }
  return z
    .strictObject({
      productId: productId.optional(),
      productData: z.strictObject({ name: text.optional(), brand_name: optionalText, ...item }).optional(),
      items: items(item).optional(),
      customerData: z
        .strictObject({ email, ...recipient, shippingMethod })
        .meta({ id: 'CustomerData', description: CUSTOMER_DATA }),
      shippingCost,
      ...describeDiscount(),
    })
    .refine(isOneOrder, { message: 'Podaj albo items, albo productId i productData', path: ['items'] })
    .meta({ id: 'OrderBody' })
})
export type OrderBody = z.output<typeof orderBodySchema>

function isOneOrder(body: { productId?: unknown; productData?: unknown; items?: unknown }): boolean {
  if (body.items !== undefined) return body.productId === undefined && body.productData === undefined
  return body.productId !== undefined && body.productData !== undefined
}

const PRICE_GROSZE_MESSAGE = 'Podaj cenę w groszach: liczbę całkowitą większą od zera.'

/** The body of an order paid ahead. Prices (grosze) and `shippingCost` (zł) are what the buyer saw. */
export const prepaidOrderBodySchema = defineSchema(() => {
  const { quantity, items, email, shippingMethod, shippingCost, recipient } = describeBody()
  const price = z
    .int(PRICE_GROSZE_MESSAGE)
    .min(1, PRICE_GROSZE_MESSAGE)
    .max(MAX_ZL * 100, PRICE_GROSZE_MESSAGE)
    .meta({ description: 'grosze' })
  return z
    .strictObject({
      items: items({ price, quantity }),
      email,
      shippingMethod,
      shippingCost,
      ...describeDiscount(),
      customerData: z.strictObject(recipient).meta({ id: 'PrepaidCustomerData', description: CUSTOMER_DATA }),
    })
    .meta({ id: 'PrepaidOrderBody' })
})

/** A product to order, at the price that the buyer saw. */
export type RequestedItem = { productId: string; quantity: number; shownPriceGrosze: Grosze }

export function toRequestedItems({
  productId,
  productData,
  items,
}: Pick<OrderBody, 'items'> & Partial<Pick<OrderBody, 'productId' | 'productData'>>): RequestedItem[] {
  if (items) return items.map(({ id, price, quantity }) => ({ productId: id, quantity, shownPriceGrosze: price }))
  if (productId === undefined || !productData) return []
  return [{ productId, quantity: productData.quantity, shownPriceGrosze: productData.price }]
}

/** The answer to a placed checkout. It is stored with the idempotency key and is the same for every repeat. */
export const placedCheckoutSchema = defineSchema(() =>
  z.object({
    checkoutId: z.uuid(),
    orderIds: z.array(z.uuid()).meta({ description: 'One order per product, in the order of the cart' }),
    totalGrosze: groszeSchema,
    // Answers stored by the previous build have none.
    gift: orderGiftSchema.nullable().default(null).meta({ description: 'The free gift in the parcel' }),
    samples: z.array(z.string()).optional().meta({ description: 'Free samples in the parcel' }),
    discount: orderDiscountSchema.nullable().default(null),
  }),
)
export type PlacedCheckout = z.output<typeof placedCheckoutSchema>

/** The answer as it is sent to a browser. */
export const orderReceiptSchema = defineSchema(() =>
  placedCheckoutSchema
    .extend({
      orderId: z.uuid().meta({ description: 'The first of orderIds' }),
      total: zlSchema,
      orderLink: z.url().meta({ description: "The page of the checkout for its buyer, as the mails' links" }),
    })
    .meta({ id: 'OrderReceipt' }),
)
type OrderReceipt = z.output<typeof orderReceiptSchema>

export function toReceipt(placed: PlacedCheckout, orderLinks: OrderLinks): OrderReceipt {
  const { checkoutId, orderIds, totalGrosze } = placed
  return {
    ...placed,
    orderId: orderIds[0] ?? checkoutId,
    total: groszeToZl(totalGrosze),
    orderLink: orderLinks.create(checkoutId),
  }
}

const changeSchema = defineSchema(() => z.object({ oldGrosze: groszeSchema, newGrosze: groszeSchema }))
export type Change = z.output<typeof changeSchema>

/** What the buyer saw and the present amounts, for all items, changed or not. */
export const priceChangeSchema = defineSchema(() =>
  z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        facts: z.string(),
        quantity: z.int(),
        oldPriceGrosze: groszeSchema,
        newPriceGrosze: groszeSchema,
      }),
    ),
    discount: changeSchema.meta({ description: 'What a code takes off' }),
    shipping: changeSchema,
    total: changeSchema,
  }),
)
export type PriceChange = z.output<typeof priceChangeSchema>

/** Products that can no longer be bought: unknown, withdrawn or hidden. */
export const unavailableSchema = defineSchema(() => z.object({ products: z.array(z.object({ id: z.string() })) }))
type Unavailable = z.output<typeof unavailableSchema>

/** Why the shop does not sell the requested items at the amounts the buyer saw. */
export type OrderRefusal =
  | ({ reason: 'product_unavailable' } & Unavailable)
  | ({ reason: 'out_of_stock' } & Shortage)
  | ({ reason: 'price_changed' } & PriceChange)
  | OrderLimitReached
  | CodeRefusal
  /** More than the carrier collects on delivery. */
  | { reason: 'cod_limit_exceeded'; limitGrosze: Grosze }
  /** The owner refuses cash on delivery to this buyer. */
  | { reason: 'cod_not_for_you' }
  /** The shop takes no orders for some days. The form and the cart keep their contents. */
  | { reason: 'sale_stopped'; sentence: string }
