import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Allocation, toAllocationColumns } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'

type NewTransfer = {
  id?: string
  orderId: string
  caseId: string | null
  amountGrosze: Grosze
  reason: string
  allocation: Allocation
}

/** Stores transfers. The caller has locked their orders. */
export async function insertTransfers(trx: Transaction<Database>, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  await trx
    .insertInto('transfers')
    .values(
      transfers.map(({ id = crypto.randomUUID(), orderId, caseId, amountGrosze, reason, allocation }) => ({
        id,
        order_id: orderId,
        case_id: caseId,
        amount_grosze: amountGrosze,
        reason,
        ...toAllocationColumns(allocation),
      })),
    )
    .execute()
}
