import { readBody } from '#api/admit-request.ts'
import { createRouter, refuseRedirects, requireAdmin, requireJson, requireOwnOrigin, showOwnChanges } from '../http.ts'
import { requireProofByWeight } from './act-weights.ts'
import { adminBrandRoutes } from './admin-brands.ts'
import { adminCarrierRoutes } from './admin-carrier.ts'
import { adminExportRoutes } from './admin-exports.ts'
import { adminFailureRoutes } from './admin-failures.ts'
import { adminFilmRoutes } from './admin-films.ts'
import { adminGiftRuleRoutes } from './admin-gift-rule.ts'
import { adminLabelRoutes } from './admin-labels.ts'
import { adminMailRoutes } from './admin-mails.ts'
import { adminMessageRoutes } from './admin-messages.ts'
import { adminNoticeRoutes } from './admin-notices.ts'
import { adminOrderChangeRoutes } from './admin-order-changes.ts'
import { adminOrderRoutes } from './admin-orders.ts'
import { adminOverviewRoutes } from './admin-overview.ts'
import { adminProductSheetRoutes } from './admin-product-sheet.ts'
import { adminProductRoutes } from './admin-products.ts'
import { adminProofRoutes } from './admin-proof.ts'
import { adminPushRoutes } from './admin-push.ts'
import { adminReturnRoutes } from './admin-returns.ts'
import { adminReviewRoutes } from './admin-reviews.ts'
import { adminShipmentRoutes } from './admin-shipments.ts'
import { adminShopProfileRoutes } from './admin-shop-profile.ts'
import { adminStrayPaymentRoutes } from './admin-stray-payments.ts'
import { adminTermsRoutes } from './admin-terms.ts'

/** A file of products is a string of JSON. */
const BODY = { as: 'text', most: 2 * 1024 * 1024, withinMs: 30_000, isAdmins: true } as const

/**
 * Everything under /api/admin: for the admin alone, by role and address; to everyone else it does not exist, and
 * nothing of what they send is read.
 */
const router = createRouter()
router.use(
  '/admin/*',
  requireOwnOrigin,
  refuseRedirects,
  requireJson,
  requireAdmin,
  readBody(BODY),
  requireProofByWeight,
  showOwnChanges,
)

export const adminRoutes = router
  .route('/', adminBrandRoutes)
  .route('/', adminCarrierRoutes)
  .route('/', adminExportRoutes)
  .route('/', adminFilmRoutes)
  .route('/', adminGiftRuleRoutes)
  .route('/', adminLabelRoutes)
  .route('/', adminMailRoutes)
  .route('/', adminMessageRoutes)
  .route('/', adminNoticeRoutes)
  .route('/', adminOrderChangeRoutes)
  .route('/', adminOrderRoutes)
  .route('/', adminOverviewRoutes)
  .route('/', adminProductSheetRoutes)
  .route('/', adminProductRoutes)
  .route('/', adminProofRoutes)
  .route('/', adminPushRoutes)
  .route('/', adminReturnRoutes)
  .route('/', adminReviewRoutes)
  .route('/', adminShipmentRoutes)
  .route('/', adminShopProfileRoutes)
  .route('/', adminStrayPaymentRoutes)
  .route('/', adminFailureRoutes)
  .route('/', adminTermsRoutes)
