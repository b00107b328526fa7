import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { Recall } from './batch.ts'
import { listBuyersOfBatch } from './batch-queries.server.ts'
import { insertRecall } from './batch-store.server.ts'

/**
 * Warns the buyers of a batch by the letter that the law on product safety prescribes, once each, and takes the product
 * off sale until the owner puts it back. The batch can no longer be packed.
 */
export function recallBatch(
  { db }: Pick<Services, 'db'>,
  { userId, recall }: { userId: string; recall: Recall },
): Promise<Result<{ letters: number }, { reason: 'product_not_found' | 'batch_recalled_before' } | Busy>> {
  return transact<{ letters: number }, { reason: 'product_not_found' | 'batch_recalled_before' }>(db, async (trx) => {
    const { product_id: productId, batch } = recall
    const stopped = await trx
      .updateTable('products')
      .set({ out_of_stock: true })
      .where('id', '=', productId)
      .returning('name')
      .executeTakeFirst()
    if (!stopped) return fail({ reason: 'product_not_found' })
    const recallId = await insertRecall(trx, recall)
    if (recallId === undefined) return fail({ reason: 'batch_recalled_before' })
    const buyers = await listBuyersOfBatch(trx, productId, batch)
    for (const { checkout_id: checkoutId, email: to } of buyers) {
      const ids = { recallId, checkoutId }
      await queueMail(trx, { key: `product-recall:${recallId}:${checkoutId}`, to, template: 'product-recall', ids })
    }
    const details = { name: stopped.name, batch, letters: buyers.length }
    await recordAudit(trx, { userId, action: 'batch.recalled', subjectId: productId, details })
    return ok({ letters: buyers.length })
  })
}
