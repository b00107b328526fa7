import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { NO_MAIL_DOMAIN } from '#domain/kernel/mail.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { listWarnedBuyers, toRecallLetter } from '#domain/shipping/recalled-parcel-queries.server.ts'
import type { Recall } from './batch.ts'
import { insertRecall, lockParcelsWithBatch } from './batch-store.server.ts'

/** How many letters are on their way, and how many buyers have no address: a marketplace keeps it. */
type Recalled = { letters: number; without_address: number }

/**
 * Warns the buyers who were sent a batch by the letter that the law on product safety prescribes, once each, and takes
 * the product off sale until the owner puts it back. The batch can no longer be packed. Whoever sends a parcel in the
 * shop that has it is warned; if it leaves all the same, its buyer gets the letter then.
 */
export function recallBatch(
  { db }: Pick<Services, 'db'>,
  { userId, recall }: { userId: string; recall: Recall },
): Promise<Result<Recalled, { reason: 'product_not_found' | 'batch_recalled_before' } | Busy>> {
  return transact<Recalled, { reason: 'product_not_found' | 'batch_recalled_before' }>(db, async (trx) => {
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
    await lockParcelsWithBatch(trx, recall)
    const buyers = await listWarnedBuyers(trx, { recallId })
    const reached = buyers.filter(({ email }) => !email.endsWith(NO_MAIL_DOMAIN))
    for (const buyer of reached) await queueMail(trx, toRecallLetter(buyer))
    const details = { name: stopped.name, batch, letters: reached.length }
    await recordAudit(trx, { userId, action: 'batch.recalled', subjectId: productId, details })
    return ok({ letters: reached.length, without_address: buyers.length - reached.length })
  })
}
