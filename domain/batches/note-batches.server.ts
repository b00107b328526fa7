import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { isSameCode, type PackedBatches } from './batch.ts'
import { findRecalled, lockOrdersWithProduct, replaceBatches } from './batch-store.server.ts'

type Refusal =
  | { reason: 'shipment_not_found' }
  | { reason: 'wrong_bottle'; name: string }
  | { reason: 'batch_recalled'; batch: string }

/** Notes which batches of a product a parcel has. A code of another product and a recalled batch are refused. */
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
    await replaceBatches(
      trx,
      orders.map(({ order_id }) => order_id),
      noted,
    )
    return ok(null)
  })
}
