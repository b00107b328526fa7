import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { catalogOverviewSchema } from '#domain/catalog/admin/catalog-overview.ts'
import { readCatalogOverview } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import { removeDemo } from '#domain/catalog/admin/remove-demo.server.ts'
import { checkSystem } from '#domain/system/check-system.server.ts'
import { readSetup } from '#domain/system/read-setup.server.ts'
import { setupSchema } from '#domain/system/setup.ts'
import { systemStatusSchema } from '#domain/system/system-status.ts'
import { adminAuditRoutes } from './admin-audit.ts'
import { adminOrderWaveRoutes } from './admin-order-waves.ts'
import { adminPaymentModeRoutes } from './admin-payment-mode.ts'
import { adminRunRoutes } from './admin-runs.ts'
import { adminSettingsRoutes } from './admin-settings.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const overviewRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/overview',
  summary: 'How many products and brands there are, and the newest products',
  responses: { ...answers(catalogOverviewSchema, 'Active ones alone'), ...errors('not_found') },
})

const statusRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/system-status',
  summary: 'Asks everything the shop depends on',
  responses: { ...answers(systemStatusSchema, 'What was found'), ...errors('not_found') },
})

const setupRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/setup',
  summary: 'What is missing before the shop sells to real people',
  responses: { ...answers(setupSchema, 'Every step, and whether it is done'), ...errors('not_found') },
})

const removeDemoRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/remove-demo',
  summary: 'Takes the demo catalogue out of the shop',
  responses: {
    ...answers(z.object({ removed: z.int() }), 'How many products that were'),
    ...errors('not_found', 'forbidden_origin'),
  },
})

const catalogRoutes = createAdminRouter()
  .openapi(overviewRoute, async (c) => {
    const { db, productLimit } = c.var.services
    return c.json({ ...(await readCatalogOverview(db)), limit: productLimit }, 200)
  })
  .openapi(statusRoute, async (c) => c.json(await checkSystem(c.var.services), 200))
  .openapi(setupRoute, async (c) => c.json(await readSetup(c.var.services, c.var.user.id), 200))
  .openapi(removeDemoRoute, async (c) => {
    const removed = await removeDemo(c.var.services, { userId: c.var.user.id })
    return removed.ok ? c.json(removed.value, 200) : refuse(c, removed.failure)
  })

/** What 'Przegląd' shows and changes. For the admin alone, as everything under /api/admin (index.ts). */
export const adminOverviewRoutes = createAdminRouter()
  .route('/', catalogRoutes)
  .route('/', adminSettingsRoutes)
  .route('/', adminAuditRoutes)
  .route('/', adminRunRoutes)
  .route('/', adminPaymentModeRoutes)
  .route('/', adminOrderWaveRoutes)
