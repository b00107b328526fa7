import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { isSameCode, type PackedBatches } from './batch.ts'
import { findRecalled, listNoted, lockOrdersWithProduct, replaceBatches } from './batch-store.server.ts'

type Refusal =
  | { reason: 'shipment_not_found' }
  | { reason: 'wrong_bottle'; name: string }
  | { reason: 'batch_recalled'; batch: string }
  | { reason: 'batches_noted_meanwhile'; noted: string[] }

/**
 * Notes which batches of a product a parcel has. A code of another product and a recalled batch are refused, and so are
 * batches in place of others that another packer has noted since: their buyers would not be warned of a recall.
 */
export function noteBatches({ db }: Pick<Services, 'db'>, noted: PackedBatches): Promise<Result<null, Refusal | Busy>> {
  return transact<null, Refusal>(db, async (trx) => {
    const orders = await lockOrdersWithProduct(trx, noted)
    const [first] = orders
    if (!first) return fail({ reason: 'shipment_not_found' })
    const { product_code: code } = first
    if (noted.code !== '' && code !== null && !isSameCode(noted.code, code))
      return fail({ reason: 'wrong_bottle', name: nameOrderedSize(first) })
    const recalled = await findRecalled(trx, noted)
    if (recalled !== undefined) return fail({ reason: 'batch_recalled', batch: recalled })
    const orderIds = orders.map(({ order_id }) => order_id)
    const present = await listNoted(trx, orderIds, noted.product_id)
    const known = [...(noted.seen ?? present), ...noted.batches]
    const unseen = present.filter((batch) => !known.includes(batch))
    if (unseen.length > 0) return fail({ reason: 'batches_noted_meanwhile', noted: unseen })
    await replaceBatches(trx, orderIds, noted)
    return ok(null)
  })
}
