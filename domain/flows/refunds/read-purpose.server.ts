import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import type { AllocationPurpose } from '#domain/money/allocate.ts'
import { listItems, readOrderStates } from '#domain/money/allocation-queries.server.ts'
import type { AskedPurpose } from '#domain/payments/refunds/refund-request.ts'

/**
 * What money that the admin gives back on the order's page is for. Pieces that came back count at what they cost now;
 * what is not given back of that, the shop keeps.
 */
export async function readPurpose(
  db: Kysely<Database>,
  { orderId, amountGrosze, purpose, returned }: AskedPurpose & { orderId: string; amountGrosze: Grosze },
): Promise<{ cause: MoneyCause; purpose?: AllocationPurpose }> {
  if (purpose === 'delivery') return { cause: 'goodwill', purpose: { kind: 'delivery' } }
  const pieces = returned.filter(({ quantity }) => quantity > 0)
  if (purpose !== 'returned' || pieces.length === 0) return { cause: 'goodwill' }
  const [state] = await readOrderStates(db, { orderId }, 'decided')
  const items = await listItems(db, orderId)
  const back = (state?.lines ?? []).flatMap((line) => {
    const item = items.find(({ id }) => id === line.item_id)
    const wanted = pieces.find(({ product_id }) => product_id === item?.product_id)?.quantity ?? 0
    const taken = Math.min(wanted, line.pieces)
    if (line.item_id === null || taken === 0) return []
    return [{ item_id: line.item_id, pieces: taken, worth_grosze: Math.round((line.grosze * taken) / line.pieces) }]
  })
  const worths = back.map(({ worth_grosze }) => worth_grosze)
  const worth = worths.reduce((sum, each) => sum + each, 0)
  const kept = Math.max(0, worth - amountGrosze)
  const deductions = kept > 0 ? splitGrosze(kept, worths) : []
  const priced = back.map((item, at) => ({ ...item, deduction_grosze: deductions[at] ?? 0 }))
  return {
    cause: 'withdrawal',
    purpose: { kind: 'return', items: priced, delivery_grosze: Math.max(0, amountGrosze - worth) },
  }
}
