import { createRouter, requireAdmin } from '../http.ts'
import { adminBrandRoutes } from './brands.ts'
import { adminCarrierRoutes } from './carrier.ts'
import { adminExportRoutes } from './exports.ts'
import { adminFigureRoutes } from './figures.ts'
import { adminMailRoutes } from './mails.ts'
import { adminNoticeRoutes } from './notices.ts'
import { adminOrderChangeRoutes } from './order-changes.ts'
import { adminOrderRoutes } from './orders.ts'
import { adminOverviewRoutes } from './overview.ts'
import { adminProductSheetRoutes } from './product-sheet.ts'
import { adminProductRoutes } from './products.ts'
import { adminProofRoutes } from './proof.ts'
import { adminReviewRoutes } from './reviews.ts'
import { adminSearchRoutes } from './search.ts'
import { adminShipmentRoutes } from './shipments.ts'

/** Everything under /api/admin: for the admin alone, by role and address; to everyone else it does not exist. */
const router = createRouter()
router.use('/admin/*', requireAdmin)

export const adminRoutes = router
  .route('/', adminBrandRoutes)
  .route('/', adminCarrierRoutes)
  .route('/', adminExportRoutes)
  .route('/', adminFigureRoutes)
  .route('/', adminMailRoutes)
  .route('/', adminNoticeRoutes)
  .route('/', adminOrderChangeRoutes)
  .route('/', adminOrderRoutes)
  .route('/', adminOverviewRoutes)
  .route('/', adminProductSheetRoutes)
  .route('/', adminProductRoutes)
  .route('/', adminProofRoutes)
  .route('/', adminReviewRoutes)
  .route('/', adminSearchRoutes)
  .route('/', adminShipmentRoutes)
