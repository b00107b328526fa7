import { z } from 'zod'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { writePricesOfNow } from './price-store.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'change-prices': z.output<typeof payload>
  }
}

/**
 * Begins and ends reductions: in the second that was set (`awaitPriceChanges`), and every minute in case that job was
 * late. Queues the change for the payment provider.
 */
export default defineJob({
  name: 'change-prices',
  payload,
  concurrency: 1,
  timeoutSeconds: 60,
  schedule: '* * * * *',
  async run({ db, jobs }) {
    const changed = await transact<null, never>(db, async (trx) => {
      for (const productId of await writePricesOfNow(trx)) await jobs.enqueue(trx, 'sync-product', { productId })
      return ok(null)
    })
    if (!changed.ok) throw new Error('the products are locked')
    return ok(undefined)
  },
})
