import { weekdayOf } from '#domain/kernel/calendar-day.ts'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { storeComparison } from './book-comparison-store.server.ts'
import { compareBooks } from './compare-books.server.ts'

/** The day of the weekly mail. */
const MONDAY = 1

/** Compares the books each night. On Mondays the owner gets a mail with the result, also if everything agrees. */
export default defineScheduledJob({
  name: 'compare-books',
  timeoutSeconds: 15 * 60,
  // After the nightly jobs that remove old data.
  schedule: '23 4 * * *',
  async run({ db, now, adminEmail }) {
    const at = now()
    // One state of the database, so that an order of this moment is in all sums or in none.
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => compareBooks(trx, at))
    await db.transaction().execute(async (trx) => {
      await storeComparison(trx, found, at)
      const { day } = found
      if (weekdayOf(day) !== MONDAY) return
      await queueMail(trx, { key: `books-compared:${day}`, to: adminEmail, template: 'books-compared', ids: { day } })
    })
  },
})
