import { adminCall, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { readBackupState } from '#domain/backups/backup-queries.server.ts'
import { readCatalogOverview } from '#domain/catalog/admin/catalog-overview-queries.server.ts'
import { removeDemo } from '#domain/catalog/admin/deactivate-products.server.ts'
import { startClean } from '#domain/flows/going-live/start-clean.server.ts'
import { startCleanSchema } from '#domain/going-live/going-live.ts'
import { countTrial, hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { listAuditEvents } from '#domain/kernel/audit/audit-queries.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { FIGURE_UNITS } from '#domain/orders/figures/sales-figures.ts'
import { readSalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { clearStrayPayment } from '#domain/payments/settlement/clear-stray-payment.server.ts'
import { adminSearchQuerySchema } from '#domain/search/admin-search.ts'
import { searchEverything } from '#domain/search/search-everything.server.ts'
import { checkSystem } from '#domain/system/check-system.server.ts'
import { readSetup } from '#domain/system/read-setup.server.ts'
import { adminPaymentMeansCalls } from './admin-payment-means.ts'
import { adminPaymentModeCalls } from './admin-payment-mode.ts'
import { adminRunCalls } from './admin-runs.ts'
import { adminSettingsCalls } from './admin-shop-settings.ts'

/** What 'Przegląd' shows and changes, and what covers the whole shop: figures, search, the audit. */
export const adminOverviewCalls = [
  adminCall.get(
    '/overview',
    {
      summary: 'Numbers of products and brands, and the newest products',
      answers: ['Active products and brands only'],
    },
    async ({ services: { db, productLimit } }) => ok({ ...(await readCatalogOverview(db)), limit: productLimit }),
  ),
  adminCall.get(
    '/system-status',
    { summary: 'Checks everything the shop depends on', answers: ['The result of each check'] },
    async ({ services }) => ok(await checkSystem(services)),
  ),
  adminCall.get(
    '/backups',
    {
      summary: 'The newest backup, and whether a restore was rehearsed',
      answers: ['State of the backups'],
    },
    async ({ services: { db, now, backups } }) => ok(await readBackupState(db, now(), backups)),
  ),
  adminCall.get(
    '/setup',
    {
      summary: 'Steps before the shop sells to real people',
      answers: ['Every step, and whether it is done'],
    },
    async ({ services }) => ok(await readSetup(services)),
  ),
  adminCall.post(
    '/remove-demo',
    {
      summary: 'Takes the demo catalogue out of the shop',
      answers: ['Number of products'],
    },
    ({ services, user }) => removeDemo(services, { userId: user.id }),
  ),
  adminCall.get(
    '/audit',
    {
      summary: 'Entries of the audit, newest first',
      query: z.object({
        /** The `next` of the previous page. */
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        noun: z.string().max(40).optional(),
      }),
      answers: ['Fifty entries'],
    },
    async ({ services, query: { before = null, noun = null } }) =>
      ok(await listAuditEvents(services.db, { before, noun })),
  ),
  adminCall.get(
    '/figures',
    {
      summary: 'Sales by day, week or month, and the stock',
      query: z.object({ unit: z.enum(FIGURE_UNITS).default('day') }),
      answers: ['Figures'],
    },
    async ({ services: { db, now }, query }) => ok(await readSalesFigures(db, query.unit, now())),
  ),
  adminCall.get(
    '/search',
    {
      summary: 'Searches orders, parcels, products and brands',
      query: adminSearchQuerySchema,
      answers: ['The best few of each kind'],
    },
    async ({ services, query }) => ok(await searchEverything(services, query.q)),
  ),
  adminCall.get(
    '/start-clean',
    {
      summary: 'What was tried until now, and whether it can still be removed',
      answers: ['Numbers of what would go'],
    },
    async ({ services: { db, adminEmail } }) =>
      ok({ counts: await countTrial(db, adminEmail), has_real_order: await hasRealOrder(db) }),
  ),
  adminCall.post(
    '/start-clean',
    {
      summary: 'Removes everything that was tried, before the first real order',
      description: 'Goods, pictures and settings of the owner stay, and so does the session of the admin.',
      body: startCleanSchema,
      answers: ['What was removed'],
      refuses: ['real_order_exists'],
    },
    ({ services, user, body }) => startClean(services, { userId: user.id, removesDemo: body.removes_demo }),
  ),
  adminCall.post(
    '/stray-payments/{id}/clear',
    {
      summary: 'Takes money that matches no payment off the list, once the admin has looked into it',
      answers: ['Done', doneSchema],
      refuses: ['stray_payment_not_found'],
    },
    ({ services, user, params }) => clearStrayPayment(services, { ...params, adminId: user.id }),
  ),
  ...adminSettingsCalls,
  ...adminRunCalls,
  ...adminPaymentModeCalls,
  ...adminPaymentMeansCalls,
]
