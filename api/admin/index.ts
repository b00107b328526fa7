import { createMiddleware } from 'hono/factory'
import { readBody } from '#api/admit-request.ts'
import { INVITED_ROLES } from '#domain/accounts/account.ts'
import { mount } from '../call.ts'
import {
  createRouter,
  refuseRedirects,
  requireInvited,
  requireJson,
  requireOwnOrigin,
  showOwnChanges,
  type UserEnv,
} from '../http.ts'
import { listAsked, nameCall, requireProofByWeight } from './act-weights.ts'
import { adminBaselinkerCalls } from './admin-baselinker.ts'
import { adminBatchCalls } from './admin-batches.ts'
import { adminBrandCalls } from './admin-brands.ts'
import { adminBuyerCalls } from './admin-buyers.ts'
import { adminCarrierCalls } from './admin-carrier.ts'
import { adminCodeCalls } from './admin-codes.ts'
import { adminContactCalls } from './admin-contact.ts'
import { adminExportCalls } from './admin-exports.ts'
import { adminFilmCalls } from './admin-films.ts'
import { adminFrontPictureCalls } from './admin-front-pictures.ts'
import { adminGuideCalls } from './admin-guides.ts'
import { adminInvoiceBuyerCalls } from './admin-invoice-buyers.ts'
import { adminInvoiceCalls } from './admin-invoices.ts'
import { adminKsefCalls } from './admin-ksef.ts'
import { adminLabelCalls } from './admin-labels.ts'
import { adminLookCalls } from './admin-look.ts'
import { adminMonthCalls } from './admin-month.ts'

import { adminMovingInCalls } from './admin-moving-in.ts'
import { adminOrderCalls } from './admin-orders.ts'
import { adminOverviewCalls } from './admin-overview.ts'
import { adminOwnTextsCalls } from './admin-own-texts.ts'
import { adminPeopleCalls } from './admin-people.ts'
import { adminPreparedOrderCalls } from './admin-prepared-orders.ts'
import { adminProductSheetCalls } from './admin-product-sheet.ts'
import { adminProductCalls } from './admin-products.ts'
import { adminProofCalls } from './admin-proof.ts'
import { adminPushCalls } from './admin-push.ts'
import { adminReturnCalls } from './admin-returns.ts'
import { adminReviewCalls } from './admin-reviews.ts'
import { adminShipmentCalls } from './admin-shipments.ts'
import { adminStockCalls } from './admin-stock.ts'
import { adminTermsCalls } from './admin-terms.ts'
import { adminTillCalls } from './admin-till.ts'
import { adminUpkeepCalls } from './admin-upkeep.ts'

/** A file of products is a string of JSON. */
const BODY = { as: 'text', most: 6 * 1024 * 1024, withinMs: 30_000, isAdmins: true } as const

/**
 * Everything under /api/admin: for the admin alone, by role and address, and what packing or the papers need also for
 * people whom the admin has invited; to everyone else it does not exist, and nothing of what they send is read.
 */
export const adminCalls = [
  ...adminBaselinkerCalls,
  ...adminBatchCalls,
  ...adminBrandCalls,
  ...adminCarrierCalls,
  ...adminBuyerCalls,
  ...adminCodeCalls,
  ...adminExportCalls,
  ...adminFilmCalls,
  ...adminGuideCalls,
  ...adminInvoiceBuyerCalls,
  ...adminInvoiceCalls,
  ...adminKsefCalls,
  ...adminLabelCalls,
  ...adminContactCalls,
  ...adminFrontPictureCalls,
  ...adminLookCalls,
  ...adminMonthCalls,
  ...adminMovingInCalls,
  ...adminOrderCalls,
  ...adminOverviewCalls,
  ...adminOwnTextsCalls,
  ...adminPeopleCalls,
  ...adminPreparedOrderCalls,
  ...adminProductSheetCalls,
  ...adminProductCalls,
  ...adminProofCalls,
  ...adminPushCalls,
  ...adminReturnCalls,
  ...adminReviewCalls,
  ...adminShipmentCalls,
  ...adminStockCalls,
  ...adminTermsCalls,
  ...adminUpkeepCalls,
  ...adminTillCalls,
]

/** The roles of invited people by call. What is not among them is the admin's alone. */
const ROLES_BY_CALL = new Map(adminCalls.map(({ roles, route }) => [nameCall(route.method, route.path), roles]))

const requireRole = createMiddleware<UserEnv>((c, next) => {
  const asked = listAsked(c)
  const roles = INVITED_ROLES.filter(
    (role) => asked.length > 0 && asked.every((call) => ROLES_BY_CALL.get(call)?.includes(role)),
  )
  return requireInvited(roles)(c, next)
})

const GUARDS = [
  requireOwnOrigin,
  refuseRedirects,
  requireJson,
  requireRole,
  readBody(BODY),
  requireProofByWeight,
  showOwnChanges,
] as const

export function createAdminRouter() {
  const router = createRouter()
  router.use('/admin/*', ...GUARDS)
  return mount(router, adminCalls)
}
