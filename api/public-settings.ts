import { groszeToZl, toOptionalZl } from '#domain/kernel/money.ts'
import { readGuaranteeNotice } from '#domain/labels/label-queries.server.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { shippingCostsSchema, shopSettingsSchema } from '#domain/settings/settings.ts'
import { readDispatchCalendar, readShippingCosts, readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { nameCosts } from '#domain/shipping/cost-names.ts'
import { calculateShippingCost, listOffered, toShippingMethod } from '#domain/shipping/shipping-method.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter } from './http.ts'
import { answers, errors } from './openapi.ts'

const settings = createRoute({
  method: 'get',
  path: '/shop-settings',
  summary: 'Shop settings',
  responses: { ...answers(shopSettingsSchema, 'The single row'), ...errors() },
})

const costs = createRoute({
  method: 'get',
  path: '/shipping-costs',
  summary: 'Current shipping costs and the methods an order can use',
  responses: { ...answers(shippingCostsSchema, 'The newest costs'), ...errors('shipping_costs_missing') },
})

export const settingsRoutes = createRouter()
  .openapi(settings, async (c) => c.json(await readShopSettings(c.var.services.freshPublicDb), 200))
  .openapi(costs, async (c) => {
    const { services } = c.var
    const current = await readShippingCosts(services.freshPublicDb)
    if (!current) return refuse(c, { reason: 'shipping_costs_missing' })
    const { rates, ...newest } = current
    const mode = await readPaymentMode(services.freshPublicDb)
    return c.json(
      {
        ...newest,
        ...nameCosts(rates),
        free_delivery_from: toOptionalZl(current.free_delivery_from_grosze),
        updated_at: current.updated_at.toISOString(),
        dispatch: await readDispatchCalendar(c.var.services.freshPublicDb),
        guarantee_notice: await readGuaranteeNotice(c.var.services.freshPublicDb),
        offered: listOffered({ prepaid: services.payments[mode] !== null }).map((choice) => {
          const cost = calculateShippingCost(current, choice, null)
          return { method: toShippingMethod(choice), cost: groszeToZl(cost), cost_grosze: cost }
        }),
      },
      200,
    )
  })
