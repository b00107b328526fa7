import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { deactivateDemoProducts, deactivateEmptyBrands } from './demo-store.server.ts'

/**
 * Takes the demo catalogue out of the shop: its products, their invented reviews, and the brands that have no other product.
 * Orders of them stay, with the rows that they name. Answers how many products that were.
 */
export function removeDemo(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { userId }: { userId: string },
): Promise<Result<{ removed: number }, Busy>> {
  return transact<{ removed: number }, Busy>(db, async (trx) => {
    const removed = await deactivateDemoProducts(trx)
    await deactivateEmptyBrands(trx, [...new Set(removed.map(({ brand_id }) => brand_id))])
    for (const { id } of removed) await jobs.enqueue(trx, 'sync-product', { productId: id })
    await recordAudit(trx, { userId, action: 'products.demo_removed', details: { count: removed.length } })
    return ok({ removed: removed.length })
  })
}
