import { z } from 'zod'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { groszeSchema, mailedTokenSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { givenFactShape } from './checkout-facts.ts'

/** The page of the mailed link. The token follows in the fragment. */
export const HELD_ORDER_PAGE = '/potwierdz-zamowienie'

/** The answer to an order that waits for confirmation. */
export const heldOrderSchema = defineSchema(() =>
  z.object({
    email: z.string().meta({ description: 'The address that the link was mailed to' }),
    expiresAt: momentSchema.meta({ description: 'Until when it can be confirmed' }),
    totalGrosze: groszeSchema,
  }),
)
export type HeldOrder = z.output<typeof heldOrderSchema>

export function describeHeldOrder({ email, expiresAt }: HeldOrder): string {
  return `Zamówienie czeka na potwierdzenie. Otwórz link, który wysłaliśmy na adres ${email}, najpóźniej ${formatDateTime(new Date(expiresAt))}.`
}

export const confirmHeldOrderSchema = defineSchema(() =>
  z.strictObject({
    token: mailedTokenSchema,
    totalGrosze: groszeSchema.optional().meta({
      description: 'The new sum of an earlier price_changed that the buyer accepts; absent: the sum that was mailed',
    }),
  }),
)

const lockerSchema = z.object({ kind: z.literal('locker'), lockerId: z.string(), receiverEmail: z.string() })
const courierSchema = z.object({
  kind: z.literal('courier'),
  street: z.string(),
  houseNumber: z.string(),
  city: z.string(),
  postalCode: z.string(),
})

/** A held order as it is stored. */
export const heldRequestSchema = defineSchema(() =>
  z.object({
    payment: z.enum(['cash_on_delivery', 'prepaid']),
    /** The items of the order, under the key of the stored JSON. */
    lines: z.array(z.object({ productId: z.string(), quantity: z.int(), shownPriceGrosze: groszeSchema })),
    shownShippingGrosze: groszeSchema,
    discountCode: z.string().optional(),
    shownDiscountGrosze: groszeSchema.optional(),
    /** The samples that were promised with it; none in orders of earlier builds. */
    promisedSamples: z.array(z.string()).optional(),
    /** The prepared orders by whose links the buyer came. */
    preparedOrderIds: z.array(z.string()).optional(),
    /** The same in orders of earlier builds, which knew one. */
    preparedOrderId: z.string().optional(),
    recipient: z.object({
      firstName: z.string(),
      lastName: z.string(),
      /** E.164 */
      phone: z.string(),
      delivery: z.discriminatedUnion('kind', [lockerSchema, courierSchema]),
      ...givenFactShape,
    }),
  }),
)
export type HeldRequest = z.output<typeof heldRequestSchema>
