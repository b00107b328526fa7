import type { Transaction } from 'kysely'
import { deactivate } from '#domain/catalog/product-store.server.ts'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { deactivateDemoProducts, deactivateEmptyBrands } from './demo-store.server.ts'

/**
 * Takes a product out of the shop and, by a job, out of the payment provider. Its orders, prices and reviews stay.
 * Visitors no longer find or order it, and it does not count towards the limit.
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

/**
 * Takes the demo catalogue out of the shop: its products, their invented reviews, and the brands that have no other
 * product. Orders of them stay, with the rows they refer to. Returns the number of products.
 */
export function removeDemo(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { userId }: { userId: string },
): Promise<Result<{ removed: number }, Busy>> {
  return transact<{ removed: number }, Busy>(db, async (trx) => {
    const removed = await removeDemoGoods(trx, jobs)
    await recordAudit(trx, { userId, action: 'products.demo_removed', details: { count: removed } })
    return ok({ removed })
  })
}

/** As removeDemo, inside a transaction. Returns the number of products. */
export async function removeDemoGoods(trx: Transaction<Database>, jobs: Services['jobs']): Promise<number> {
  const removed = await deactivateDemoProducts(trx)
  await deactivateEmptyBrands(trx, [...new Set(removed.map(({ brand_id }) => brand_id))])
  for (const { id } of removed) await jobs.enqueue(trx, 'sync-product', { productId: id })
  return removed.length
}
