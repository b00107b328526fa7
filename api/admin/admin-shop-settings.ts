import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { toOptionalZl } from '#domain/kernel/money.ts'
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'
import {
  dispatchSettingsChangeSchema,
  dispatchSettingsSchema,
  hideSubstitutesChangeSchema,
  hideSubstitutesSchema,
  newBuyerLimitsChangeSchema,
  newBuyerLimitsSchema,
  shippingCostHistorySchema,
  shippingCostsChangeSchema,
} from '#domain/settings/admin-settings.ts'
import {
  listShippingCosts,
  readDispatchSettings,
  readHideSubstitutes,
  readNewBuyerLimits,
} from '#domain/settings/admin-settings-queries.server.ts'
import {
  changeDispatchSettings,
  changeHideSubstitutes,
  changeNewBuyerLimits,
  changeShippingCosts,
} from '#domain/settings/change-settings.server.ts'
import { nameCosts } from '#domain/shipping/cost-names.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }
const changed = { ...answers(done, 'Changed'), ...bodyErrors('not_found', 'proof_required', 'changed_meanwhile') }

const readShopRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/shop-settings',
  responses: { ...answers(hideSubstitutesSchema, 'Whether the original line is shown alone'), ...errors('not_found') },
})

const changeShopRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/shop-settings',
  summary: 'Shows the original line alone, or all perfumes',
  request: { body: jsonBody(hideSubstitutesChangeSchema) },
  responses: changed,
})

const readDispatchRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/dispatch-calendar',
  responses: { ...answers(dispatchSettingsSchema, 'When parcels are dispatched'), ...errors('not_found') },
})

const changeDispatchRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/dispatch-calendar',
  request: { body: jsonBody(dispatchSettingsChangeSchema) },
  responses: changed,
})

const readCostsRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/shipping-costs',
  responses: { ...answers(shippingCostHistorySchema, 'Costs of delivery, newest first'), ...errors('not_found') },
})

const changeCostsRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/shipping-costs',
  summary: 'Sets the delivery costs from now on, in zł',
  request: { body: jsonBody(shippingCostsChangeSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('not_found', 'proof_required', 'changed_meanwhile') },
})

const readLimitsRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/unproven-account-limits',
  responses: { ...answers(newBuyerLimitsSchema, 'Limits of accounts with unproven addresses'), ...errors('not_found') },
})

const changeLimitsRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/unproven-account-limits',
  request: { body: jsonBody(newBuyerLimitsChangeSchema) },
  responses: changed,
})

export const adminSettingsRoutes = createAdminRouter()
  .openapi(readShopRoute, async (c) => c.json(await readHideSubstitutes(c.var.services.db), 200))
  .openapi(changeShopRoute, async (c) => {
    const { services, user } = c.var
    const result = await changeHideSubstitutes(services, user.id, c.req.valid('json'))
    return result.ok ? c.json(DONE, 200) : refuse(c, result.failure)
  })
  .openapi(readDispatchRoute, async (c) => c.json(await readDispatchSettings(c.var.services.db), 200))
  .openapi(changeDispatchRoute, async (c) => {
    const { services, user } = c.var
    const result = await changeDispatchSettings(services, user.id, c.req.valid('json'))
    return result.ok ? c.json(DONE, 200) : refuse(c, result.failure)
  })
  .openapi(readCostsRoute, async (c) => {
    const rows = await listShippingCosts(c.var.services.db, PAGE_SIZES.shippingCosts)
    const items = rows.map(({ updated_at, rates, ...row }) => ({
      ...row,
      ...nameCosts(rates),
      free_delivery_from: toOptionalZl(row.free_delivery_from_grosze),
      updated_at: updated_at.toISOString(),
    }))
    return c.json({ items }, 200)
  })
  .openapi(changeCostsRoute, async (c) => {
    const { services, user } = c.var
    const result = await changeShippingCosts(services, user.id, c.req.valid('json'))
    return result.ok ? c.json(DONE, 200) : refuse(c, result.failure)
  })
  .openapi(readLimitsRoute, async (c) => c.json(await readNewBuyerLimits(c.var.services.db), 200))
  .openapi(changeLimitsRoute, async (c) => {
    const { services, user } = c.var
    const result = await changeNewBuyerLimits(services, user.id, c.req.valid('json'))
    return result.ok ? c.json(DONE, 200) : refuse(c, result.failure)
  })
