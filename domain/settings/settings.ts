import { z } from 'zod'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { defineSchema, groszeSchema, momentSchema, zlSchema } from '#domain/wire-schema.ts'

/** Under the shop's name on every page and in every mail. */
export const SLOGAN = 'Zmieniasz cenę, nie jakość.'

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
      updated_at: momentSchema,
      offered: z.array(z.object({ method: z.enum(SHIPPING_METHODS), cost: zlSchema, cost_grosze: groszeSchema })),
    })
    .meta({ id: 'ShippingCosts' }),
)

/** Who runs the shop: configuration shown in footer, legal pages and mails. Filled from the environment. */
export type ShopProfile = {
  shopName: string
  /** Public address without a trailing slash, e.g. https://perfumeria.example */
  shopUrl: string
  sellerName: string
  sellerAddress: string
  sellerNip: string
  sellerRegon: string
  sellerRegister: string
  sellerEmail: string
  sellerPhone: string
  returnAddress: string
  paymentProvider: string
  courierName: string
  lockerOperator: string
  hostingProvider: string
  responsiblePerson: string
  /** ISO date the legal documents take effect. */
  effectiveDate: string
  socialLinks: { instagram: string | null; tiktok: string | null; facebook: string | null }
}
