import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { lacksInShop } from '#domain/kernel/checks/check.ts'
import { defineChecks } from '#domain/kernel/definitions.ts'
import { labelMonth, shiftMonth } from './month.ts'
import { readMonthChanges } from './month-changes.server.ts'
import { listClosedSince } from './month-queries.server.ts'

/** Closed months of so many months are compared with what they are now. */
const MONTHS = 12

/** What the law requires of months that were declared. */
export default defineChecks([
  {
    key: 'closed-months',
    title: 'JPK zamkniętych miesięcy',
    law: {
      why: 'Gdy po wysłaniu JPK zmieni się to, co w nim stoi, np. przyjdzie numer KSeF faktury, poprawia się go w ciągu 14 dni.',
      act: 'Ustawa o VAT, art. 109 ust. 3e',
      since: '2020-10-01',
    },
    async findGaps({ db, now }) {
      const since = shiftMonth(readWarsawClock(now()).day.slice(0, 7), -MONTHS)
      const gaps = []
      for (const month of await listClosedSince(db, since)) {
        const rows = (await readMonthChanges(db, month))?.rows ?? []
        if (rows.length === 0) continue
        const text = `Popraw JPK za ${labelMonth(month)}: zmieniło się po zamknięciu: ${rows.length}.`
        gaps.push(...lacksInShop(text, `/admin/miesiac?m=${month}`))
      }
      return gaps
    },
  },
])
