import { lockStock, writeStock } from '#domain/catalog/product-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { AdminProduct } from './admin-product.ts'
import { findAdminProduct } from './admin-product-queries.server.ts'

type SoldOutFailure =
  | { reason: 'product_not_found' }
  /** No pieces are left, so the stock has to be set first. */
  | { reason: 'stock_needed' }
  | Busy

/** Marks a product as sold out, or puts it on sale again. Its stock stays as it is. */
export function setSoldOut(
  { db }: Pick<Services, 'db'>,
  { userId, productId }: { userId: string; productId: string },
  soldOut: boolean,
): Promise<Result<AdminProduct, SoldOutFailure>> {
  return transact<AdminProduct, SoldOutFailure>(db, async (trx) => {
    const product = isUuid(productId) ? await lockStock(trx, productId) : undefined
    if (!product) return fail({ reason: 'product_not_found' })
    if (!soldOut && product.stock_quantity === 0) return fail({ reason: 'stock_needed' })
    if (product.out_of_stock !== soldOut) {
      await writeStock(trx, productId, { out_of_stock: soldOut })
      const details = { sold_out: soldOut }
      await recordAudit(trx, { userId, action: 'product.sold_out_set', subjectId: productId, details })
    }
    const changed = await findAdminProduct(trx, productId)
    return changed ? ok(changed) : fail({ reason: 'product_not_found' })
  })
}
