import { z } from 'zod'
import { SHIPPING_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { groszeSchema, momentSchema, zlSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { shownPictureSchema } from '#domain/labels/label-file.ts'
import { mapCosts, shapeOfCostsInGrosze } from '#domain/shipping/cost-names.ts'
import { dispatchCalendarSchema } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

export const shopSettingsSchema = defineSchema(() => z.object({ id: z.int(), hide_substitutes: z.boolean() }))
export type ShopSettings = z.output<typeof shopSettingsSchema>

/** The newest costs with the methods that buyers can choose now, each at its cost. */
export const shippingCostsSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      ...mapCosts(() => zlSchema),
      ...shapeOfCostsInGrosze(groszeSchema),
      free_delivery_from: zlSchema
        .nullable()
        .meta({ description: 'From this sum of products delivery is free, however it is paid; null: never.' }),
      free_delivery_from_grosze: groszeSchema.nullable(),
      cod_limit_grosze: groszeSchema.meta({ description: 'Up to this total an order may be paid on delivery' }),
      updated_at: momentSchema,
      dispatch: dispatchCalendarSchema,
      guarantee_notice: shownPictureSchema
        .nullable()
        .meta({ description: 'The official notice of the legal guarantee; null: the words of the shop' }),
      payment_means: z.string().meta({ description: 'By what an order is paid ahead, as buyers read it' }),
      offered: z
        .array(z.object({ method: z.enum(SHIPPING_METHODS), cost: zlSchema, cost_grosze: groszeSchema }))
        .meta({ description: 'Each at its cost below the sum for free delivery' }),
    })
    .meta({ id: 'ShippingCosts' }),
)
