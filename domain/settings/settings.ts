import { z } from 'zod'
import { dispatchCalendarSchema } from '#domain/shipping/dispatch-calendar.ts'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { defineSchema, groszeSchema, momentSchema, zlSchema } from '#domain/wire-schema.ts'

export const shopSettingsSchema = defineSchema(() => z.object({ id: z.int(), hide_substitutes: z.boolean() }))
export type ShopSettings = z.output<typeof shopSettingsSchema>

/** The newest costs with what buyers can choose now, each at its cost. */
export const shippingCostsSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      kurier_prepaid: zlSchema,
      kurier_cod: zlSchema,
      paczkomat_prepaid: zlSchema,
      paczkomat_cod: zlSchema,
      kurier_prepaid_grosze: groszeSchema,
      kurier_cod_grosze: groszeSchema,
      paczkomat_prepaid_grosze: groszeSchema,
      paczkomat_cod_grosze: groszeSchema,
      free_delivery_from: zlSchema
        .nullable()
        .meta({ description: 'From this sum of products on delivery costs nothing, however it is paid; null: never.' }),
      free_delivery_from_grosze: groszeSchema.nullable(),
      updated_at: momentSchema,
      dispatch: dispatchCalendarSchema,
      offered: z
        .array(z.object({ method: z.enum(SHIPPING_METHODS), cost: zlSchema, cost_grosze: groszeSchema }))
        .meta({ description: 'Each at its cost below the sum from which delivery is free.' }),
    })
    .meta({ id: 'ShippingCosts' }),
)
