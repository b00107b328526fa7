import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors } from '#api/openapi.ts'
import { backupStateSchema } from '#domain/backups/backup.ts'
import { readBackupState } from '#domain/backups/backup-queries.server.ts'
import { catalogOverviewSchema } from '#domain/catalog/admin/catalog-overview.ts'
import { readCatalogOverview } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import { removeDemo } from '#domain/catalog/admin/deactivate-products.server.ts'
import { auditPageSchema } from '#domain/kernel/audit/audit.ts'
import { listAuditEvents } from '#domain/kernel/audit/audit-queries.server.ts'
import { FIGURE_UNITS, salesFiguresSchema } from '#domain/orders/figures/sales-figures.ts'
import { readSalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { adminSearchQuerySchema, adminSearchSchema } from '#domain/search/admin-search.ts'
import { searchEverything } from '#domain/search/search-everything.server.ts'
import { checkSystem } from '#domain/system/check-system.server.ts'
import { readSetup } from '#domain/system/read-setup.server.ts'
import { setupSchema } from '#domain/system/setup.ts'
import { systemStatusSchema } from '#domain/system/system-status.ts'
import { adminGoingLiveRoutes } from './admin-going-live.ts'
import { adminOrderWaveRoutes } from './admin-order-waves.ts'
import { adminPaymentModeRoutes } from './admin-payment-mode.ts'
import { adminRunRoutes } from './admin-runs.ts'
import { adminSettingsRoutes } from './admin-shop-settings.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const overviewRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/overview',
  summary: 'Numbers of products and brands, and the newest products',
  responses: { ...answers(catalogOverviewSchema, 'Active products and brands only'), ...errors('not_found') },
})

const statusRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/system-status',
  summary: 'Checks everything the shop depends on',
  responses: { ...answers(systemStatusSchema, 'The result of each check'), ...errors('not_found') },
})

const backupsRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/backups',
  summary: 'The newest backup, and whether a restore was rehearsed',
  responses: { ...answers(backupStateSchema, 'State of the backups'), ...errors('not_found') },
})

const setupRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/setup',
  summary: 'Steps before the shop sells to real people',
  responses: { ...answers(setupSchema, 'Every step, and whether it is done'), ...errors('not_found') },
})

const removeDemoRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/remove-demo',
  summary: 'Takes the demo catalogue out of the shop',
  responses: {
    ...answers(z.object({ removed: z.int() }), 'Number of products'),
    ...errors('not_found', 'forbidden_origin', 'proof_required'),
  },
})

const auditRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/audit',
  summary: 'Entries of the audit, newest first',
  request: {
    query: z.object({
      /** The `next` of the page before. */
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      noun: z.string().max(40).optional(),
    }),
  },
  responses: { ...answers(auditPageSchema, 'Fifty entries'), ...bodyErrors('not_found') },
})

const figuresRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/figures',
  summary: 'Sales by day, week or month, and the stock',
  request: { query: z.object({ unit: z.enum(FIGURE_UNITS).default('day') }) },
  responses: { ...answers(salesFiguresSchema, 'Figures'), ...bodyErrors('not_found') },
})

const searchRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/search',
  summary: 'Searches orders, parcels, products and brands',
  request: { query: adminSearchQuerySchema },
  responses: { ...answers(adminSearchSchema, 'The best few of each kind'), ...errors('not_found', 'invalid_request') },
})

const ownRoutes = createAdminRouter()
  .openapi(overviewRoute, async (c) => {
    const { db, productLimit } = c.var.services
    return c.json({ ...(await readCatalogOverview(db)), limit: productLimit }, 200)
  })
  .openapi(statusRoute, async (c) => c.json(await checkSystem(c.var.services), 200))
  .openapi(backupsRoute, async (c) => {
    const { db, now, backups } = c.var.services
    return c.json(await readBackupState(db, now(), backups), 200)
  })
  .openapi(setupRoute, async (c) => c.json(await readSetup(c.var.services, c.var.user.id), 200))
  .openapi(removeDemoRoute, async (c) => {
    const removed = await removeDemo(c.var.services, { userId: c.var.user.id })
    return removed.ok ? c.json(removed.value, 200) : refuse(c, removed.failure)
  })
  .openapi(auditRoute, async (c) => {
    const { before, noun } = c.req.valid('query')
    return c.json(await listAuditEvents(c.var.services.db, { before: before ?? null, noun: noun ?? null }), 200)
  })
  .openapi(figuresRoute, async (c) => {
    const { db, now } = c.var.services
    return c.json(await readSalesFigures(db, c.req.valid('query').unit, now()), 200)
  })
  .openapi(searchRoute, async (c) => c.json(await searchEverything(c.var.services, c.req.valid('query').q), 200))

/** What 'Przegląd' shows and changes, and what is read of the whole shop: figures, search, the log of changes. */
export const adminOverviewRoutes = createAdminRouter()
  .route('/', ownRoutes)
  .route('/', adminSettingsRoutes)
  .route('/', adminRunRoutes)
  .route('/', adminPaymentModeRoutes)
  .route('/', adminOrderWaveRoutes)
  .route('/', adminGoingLiveRoutes)
