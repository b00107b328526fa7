import { z } from 'zod'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { lockOpenPrepared } from '#domain/prepared-orders/prepared-order-store.server.ts'
import { endPreparedOrder } from './prepare-order.server.ts'

const payload = z.object({ id: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'end-prepared-order': z.output<typeof payload>
  }
}

/** Ends a prepared order that its buyer did not order in time. */
export default defineJob({
  name: 'end-prepared-order',
  payload,
  concurrency: 1,
  timeoutSeconds: 30,
  async run({ db }, { id }) {
    const ended = await transact<null, never>(db, async (trx) => {
      const order = await lockOpenPrepared(trx, id)
      if (order) await endPreparedOrder(trx, order, { as: 'expired' })
      return ok(null)
    })
    if (!ended.ok) throw new Error(`prepared order ${id}: ${ended.failure.reason}`)
    return ok(undefined)
  },
})
