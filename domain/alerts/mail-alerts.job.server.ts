import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { isSaleStopped } from '#domain/shipping/delivery-date/delivery-date.ts'
import { isDue } from './alert.ts'
import { listConfirmedAlerts } from './alert-queries.server.ts'
import { adjustDueRefills, takeAlerts } from './alert-store.server.ts'

/** Mails of one transaction. */
const BATCH = 200

/**
 * Mails those who wait for a product that is in stock again, costs less, or that they have used up, once each. During a
 * break in sale they wait on.
 */
export default defineScheduledJob({
  name: 'mail-alerts',
  timeoutSeconds: 15 * 60,
  schedule: '*/10 * * * *',
  async run({ db, catalog, now }) {
    await adjustDueRefills(db, now())
    // Nobody could buy now, and each alert is mailed once.
    if (isSaleStopped(await readDispatchCalendar(db), readWarsawClock(now()).day)) return
    const waiting = await listConfirmedAlerts(db)
    if (waiting.length === 0) return
    const { products } = await catalog.read()
    const onSale = new Map(products.map(({ product }) => [product.id, product]))
    const due = waiting.filter((alert) => {
      const product = onSale.get(alert.product_id)
      return product !== undefined && isDue(alert, product, now())
    })
    for (let from = 0; from < due.length; from += BATCH) {
      await transact(db, async (trx) => {
        const taken = await takeAlerts(
          trx,
          due.slice(from, from + BATCH).map(({ id }) => id),
        )
        for (const { id, product_id: productId, kind, email: to } of taken) {
          const ids = { productId, kind, alertId: id }
          await queueMail(trx, { key: `product-alert:${id}`, to, template: 'product-alert', ids })
        }
        return ok(null)
      })
    }
  },
})
