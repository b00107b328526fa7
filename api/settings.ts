import { groszeToZl } from '#domain/money.ts'
import { currentShippingCosts, shopSettings } from '#domain/settings/settings-queries.server.ts'
import { OFFERED, SHIPPING_METHODS, shippingCost, toShippingMethod } from '#domain/shipping/shipping-method.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, errors } from './openapi.ts'

const settings = createRoute({
  method: 'get',
  path: '/shop-settings',
  summary: 'Shop settings',
  responses: { ...answers(z.object({ id: z.int(), hide_substitutes: z.boolean() }), 'The single row'), ...errors() },
})

const zl = z.number().openapi({ description: 'zł' })
const grosze = z.int().openapi({ description: 'grosze' })

const costs = createRoute({
  method: 'get',
  path: '/shipping-costs',
  summary: 'Current shipping costs and the methods an order can use',
  responses: {
    200: {
      description: 'The newest costs',
      content: {
        'application/json': {
          schema: z.object({
            id: z.uuid(),
            kurier_prepaid: zl,
            kurier_cod: zl,
            paczkomat_prepaid: zl,
            paczkomat_cod: zl,
            kurier_prepaid_grosze: grosze,
            kurier_cod_grosze: grosze,
            paczkomat_prepaid_grosze: grosze,
            paczkomat_cod_grosze: grosze,
            updated_at: z.iso.datetime(),
            offered: z.array(z.object({ method: z.enum(SHIPPING_METHODS), cost: zl, cost_grosze: grosze })),
          }),
        },
      },
    },
    ...errors('shipping_costs_missing'),
  },
})

export const settingsRoutes = createRouter()
  .openapi(settings, async (c) => c.json(await shopSettings(c.var.services.db), 200))
  .openapi(costs, async (c) => {
    const current = await currentShippingCosts(c.var.services.db)
    if (!current) return refuse(c, { reason: 'shipping_costs_missing' })
    return c.json(
      {
        ...current,
        kurier_prepaid: groszeToZl(current.kurier_prepaid_grosze),
        kurier_cod: groszeToZl(current.kurier_cod_grosze),
        paczkomat_prepaid: groszeToZl(current.paczkomat_prepaid_grosze),
        paczkomat_cod: groszeToZl(current.paczkomat_cod_grosze),
        updated_at: current.updated_at.toISOString(),
        offered: OFFERED.map((choice) => {
          const cost = shippingCost(current, choice)
          return { method: toShippingMethod(choice), cost: groszeToZl(cost), cost_grosze: cost }
        }),
      },
      200,
    )
  })
