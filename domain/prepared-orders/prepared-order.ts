import { z } from 'zod'
import { MAX_ITEMS, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { productSchema } from '#domain/catalog/product-schema.ts'
import { courierRecipientSchema, lockerRecipientSchema } from '#domain/checkout/checkout-form.ts'
import { codeTextSchema } from '#domain/codes/code.ts'
import type { DeliveryMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { emailSchema, mailedTokenSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'

/** The page of the link. The token follows in the fragment. */
export const PREPARED_ORDER_PAGE = '/zamowienie-dla-ciebie'

/** For how many hours the owner may hold the pieces of a prepared order. */
export const HOLD_HOURS = ['2', '24', '72'] as const
export type HoldHours = (typeof HOLD_HOURS)[number]
export const HOLD_NAMES: Record<HoldHours, string> = { 2: '2 godziny', 24: '1 dzień', 72: '3 dni' }

/** The longest that pieces are held. */
export const MOST_HOLD_SECONDS = 72 * 60 * 60

/** The most prepared orders that wait for their buyers at once. */
export const MOST_PREPARED = 50

/** Receiver and destination, as a new order asks for them. */
export const preparedPlaceSchema = defineSchema(() =>
  z.discriminatedUnion('delivery', [
    z.strictObject({ delivery: z.literal('locker'), ...lockerRecipientSchema.shape }),
    z.strictObject({ delivery: z.literal('courier'), ...courierRecipientSchema.shape }),
  ]),
)
export type PreparedPlace = z.output<typeof preparedPlaceSchema>

const preparedItemSchema = defineSchema(() =>
  z.strictObject({ product_id: z.uuid(), quantity: z.int().min(1).max(MAX_QUANTITY) }),
)
export type PreparedItem = z.output<typeof preparedItemSchema>

export const prepareOrderSchema = defineSchema(() =>
  z.strictObject({
    items: z
      .array(preparedItemSchema)
      .min(1, 'Dodaj co najmniej jeden produkt.')
      .max(MAX_ITEMS)
      .refine(
        (items) => new Set(items.map(({ product_id }) => product_id)).size === items.length,
        'Ten sam produkt jest na liście dwa razy.',
      ),
    hours: z.enum(HOLD_HOURS),
    email: emailSchema.nullable().meta({ description: 'Where the link is mailed to; null: nowhere' }),
    code: codeTextSchema.nullable(),
    place: preparedPlaceSchema.nullable().meta({ description: 'Null: the buyer enters it' }),
  }),
)
export type OrderToPrepare = z.output<typeof prepareOrderSchema>

const formShape = defineSchema(() => ({
  email: z.literal('').or(emailSchema),
  code: z.literal('').or(codeTextSchema),
  hours: z.enum(HOLD_HOURS),
}))

/** The form of an order that is taken on the phone, without its products. */
export function preparedFormSchema(delivery: DeliveryMethod | null) {
  const place = delivery && (delivery === 'locker' ? lockerRecipientSchema : courierRecipientSchema)
  return z.object({ ...formShape, ...place?.shape })
}

/** What the form sends, without its products. */
export function toOrderToPrepare({
  email,
  code,
  hours,
  ...place
}: z.output<ReturnType<typeof preparedFormSchema>>): Omit<OrderToPrepare, 'items'> {
  const isLocker = 'selectedLocker' in place
  const { data } = preparedPlaceSchema.safeParse({ delivery: isLocker ? 'locker' : 'courier', ...place })
  return { email: email || null, code: code || null, hours, place: data ?? null }
}

export const preparedLinkSchema = defineSchema(() => z.object({ link: z.url(), expires_at: momentSchema }))
export type PreparedLink = z.output<typeof preparedLinkSchema>

export const openPreparedOrderSchema = defineSchema(() => z.strictObject({ token: mailedTokenSchema }))

/** What fills the buyer's cart and form. */
export const preparedOrderSchema = defineSchema(() =>
  z
    .object({
      expires_at: momentSchema.meta({ description: 'Until then its pieces are held' }),
      items: z.array(
        z.object({
          product: productSchema,
          quantity: z.int(),
          together: z.int().meta({ description: 'With the pieces that other opened links hold' }),
        }),
      ),
      missing: z.int().meta({ description: 'Products that are no longer sold' }),
      email: z.string().nullable(),
      code: z.string().nullable(),
      place: preparedPlaceSchema.nullable(),
      locker: parcelLockerSchema.nullable(),
    })
    .meta({ id: 'PreparedOrder' }),
)
export type PreparedOrder = z.output<typeof preparedOrderSchema>

/** What the owner sends as a text message. */
export const describePreparedLink = ({ link, expires_at }: PreparedLink): string =>
  `Zamówienie czeka na potwierdzenie do ${formatDateTime(new Date(expires_at))}: ${link}`
