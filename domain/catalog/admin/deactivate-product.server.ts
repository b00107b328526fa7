import { deactivate } from '#domain/catalog/product-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Services } from '#domain/services.ts'

/**
 * Takes a product out of the shop, and soon at the payment provider. Orders, prices and reviews of it stay; nobody finds
 * or orders it any more, and it does not count towards the limit.
 */
export function deactivateProduct(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { userId, productId }: { userId: string; productId: string },
): Promise<Result<null, { reason: 'product_not_found' } | Busy>> {
  return transact<null, { reason: 'product_not_found' }>(db, async (trx) => {
    const deactivated = isUuid(productId) ? await deactivate(trx, productId) : undefined
    if (!deactivated) return fail({ reason: 'product_not_found' })
    const details = { name: deactivated.name }
    await recordAudit(trx, { userId, action: 'product.deleted', subjectId: productId, details })
    await jobs.enqueue(trx, 'sync-product', { productId })
    return ok(null)
  })
}
