import { transact } from '#domain/kernel/database/transaction.server.ts'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { listOverdue } from '#domain/prepared-orders/prepared-order-queries.server.ts'
import { lockOpenPrepared } from '#domain/prepared-orders/prepared-order-store.server.ts'
import type { Services } from '#domain/services.ts'
import { endPreparedOrder } from './prepare-order.server.ts'

/** Ends prepared orders at the end of their time. */
export default defineScheduledJob({
  name: 'end-prepared-orders',
  timeoutSeconds: 60,
  schedule: '* * * * *',
  run: endOverdueOrders,
})

/** Ends the prepared orders that their buyers did not order in time. */
export async function endOverdueOrders({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  for (const id of await listOverdue(db, now())) {
    const ended = await transact<null, never>(db, async (trx) => {
      const [order] = await lockOpenPrepared(trx, [id])
      if (order) await endPreparedOrder(trx, order, { as: 'expired' })
      return ok(null)
    })
    if (!ended.ok) throw new Error(`prepared order ${id}: ${ended.failure.reason}`)
  }
}
