import { readBody } from '../admission.ts'
import { createRouter, refuseRedirects, requireAdmin, requireJson, requireOwnOrigin, showOwnChanges } from '../http.ts'
import { adminBrandRoutes } from './brands.ts'
import { adminCarrierRoutes } from './carrier.ts'
import { adminExportRoutes } from './exports.ts'
import { adminFigureRoutes } from './figures.ts'
import { adminFilmRoutes } from './films.ts'
import { adminMailRoutes } from './mails.ts'
import { adminNoticeRoutes } from './notices.ts'
import { adminOrderChangeRoutes } from './order-changes.ts'
import { adminOrderRoutes } from './orders.ts'
import { adminOverviewRoutes } from './overview.ts'
import { adminProductSheetRoutes } from './product-sheet.ts'
import { adminProductRoutes } from './products.ts'
import { adminProofRoutes } from './proof.ts'
import { adminPushRoutes } from './push.ts'
import { adminReviewRoutes } from './reviews.ts'
import { adminSearchRoutes } from './search.ts'
import { adminShipmentRoutes } from './shipments.ts'

/** A file of products is a string of JSON. */
const BODY = { as: 'text', most: 2 * 1024 * 1024, withinMs: 30_000, isAdmins: true } as const

/**
 * Everything under /api/admin: for the admin alone, by role and address; to everyone else it does not exist, and nothing of
 * what they send is read.
 */
const router = createRouter()
router.use('/admin/*', requireOwnOrigin, refuseRedirects, requireJson, requireAdmin, readBody(BODY), showOwnChanges)

export const adminRoutes = router
  .route('/', adminBrandRoutes)
  .route('/', adminCarrierRoutes)
  .route('/', adminExportRoutes)
  .route('/', adminFigureRoutes)
  .route('/', adminFilmRoutes)
  .route('/', adminMailRoutes)
  .route('/', adminNoticeRoutes)
  .route('/', adminOrderChangeRoutes)
  .route('/', adminOrderRoutes)
  .route('/', adminOverviewRoutes)
  .route('/', adminProductSheetRoutes)
  .route('/', adminProductRoutes)
  .route('/', adminProofRoutes)
  .route('/', adminPushRoutes)
  .route('/', adminReviewRoutes)
  .route('/', adminSearchRoutes)
  .route('/', adminShipmentRoutes)
