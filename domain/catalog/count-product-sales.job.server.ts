import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { ok } from '#domain/kernel/result.ts'
import { countProductSales } from './product-store.server.ts'

/** Recent sales order brands and bestsellers. */
const COUNTED_MS = 90 * 24 * 60 * 60 * 1000

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'count-product-sales': z.output<typeof payload>
  }
}

/** Counts the pieces of each product sold in 90 days, so that pages need not count them. */
export default defineJob({
  name: 'count-product-sales',
  payload,
  concurrency: 1,
  timeoutSeconds: 15 * 60,
  schedule: '53 3 * * *',
  async run({ db, now }) {
    await countProductSales(db, new Date(now().getTime() - COUNTED_MS))
    return ok(undefined)
  },
})
