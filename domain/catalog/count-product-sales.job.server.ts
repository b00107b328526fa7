import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { countProductSales } from './product-store.server.ts'

/** Recent sales order brands and bestsellers. */
const COUNTED_MS = 90 * 24 * 60 * 60 * 1000

/** Counts the pieces of each product sold in 90 days, so that pages need not count them. */
export default defineScheduledJob({
  name: 'count-product-sales',
  timeoutSeconds: 15 * 60,
  schedule: '53 3 * * *',
  async run({ db, now }) {
    await countProductSales(db, new Date(now().getTime() - COUNTED_MS))
  },
})
