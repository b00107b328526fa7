import { z } from 'zod'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'

const grosze = z.int().nonnegative()

const totals = { itemsGrosze: grosze, shippingGrosze: grosze, totalGrosze: grosze }

/** What the confirmation mail of one checkout says: all of its orders, as they were at that moment. */
export const orderConfirmationSchema = z.object({
  firstName: z.string(),
  orders: z
    .array(
      z.object({
        id: z.string(),
        items: z.array(
          z.object({ name: z.string(), brand: z.string(), quantity: z.int().positive(), unitPriceGrosze: grosze }),
        ),
        ...totals,
      }),
    )
    .min(1),
  totals: z.object(totals),
  shippingMethod: z.enum(SHIPPING_METHODS),
  payment: z.literal('cash_on_delivery'),
  delivery: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('locker'), id: z.string(), name: z.string(), address: z.string() }),
    z.object({
      kind: z.literal('courier'),
      street: z.string(),
      houseNumber: z.string(),
      postalCode: z.string(),
      city: z.string(),
    }),
  ]),
  receiver: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
})

export type OrderConfirmation = z.infer<typeof orderConfirmationSchema>
