import fc from 'fast-check'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { listOrderDifferences } from '#domain/books/book-differences-queries.server.ts'
import { listPieceDifferences, listStockDifferences } from '#domain/books/stock-differences-queries.server.ts'
import { startOfDay } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import { readTakings } from '#domain/orders/admin/order-export-queries.server.ts'
import { FIGURE_UNITS } from '#domain/orders/figures/sales-figures.ts'
import { readSalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { expect } from '#tests/support/fixtures.ts'
import { type DaySums, type Journal, readJournal } from '#tests/support/money-books.ts'
import { beginSequence } from '#tests/support/money-sequence.ts'
import { anySequence, RARE_SEQUENCES } from '#tests/support/money-sequences.ts'
import { settled } from '#tests/support/settled.ts'
import { atStrength } from '#tests/torture/strength.ts'

// All ways in which money moves: paid in time, late, after cancelling; refunded in part and whole by the shop, at the
// provider, outside it, by a case, automatically; refunds that fail at once and days later; disputes won and lost;
// orders on delivery placed, amended, completed, cancelled before and after collection, returned, restored; transfers
// by order page and case, for one or more orders; with and without a code; around midnights and clock changes.

const listDays = (journal: Journal) => [...journal].toSorted(([a], [b]) => (a < b ? -1 : 1))
const stayed = (journal: Journal) =>
  [...journal.values()].reduce((sum, { sold, undone, returned }) => sum + sold - undone - returned, 0)

settled(
  'money: every day equals the ledgers of provider and cash on delivery, and a past day never changes',
  { timeout: atStrength({ short: 900_000, full: 4 * 3_600_000 }) },
  async ({ scene }) => {
    vi.spyOn(log, 'error').mockReturnValue()
    vi.spyOn(log, 'warn').mockReturnValue()
    const all: Journal = new Map()
    let sequences = 0
    await fc.assert(
      fc.asyncProperty(anySequence, async ({ way, hasCode, begin: [day, laterMs], acts }) => {
        const sequence = await beginSequence(scene, { way, hasCode }, new Date(startOfDay(day).getTime() + laterMs))
        let over = listDays(await readJournal(scene.db, sequence.checkoutId))
        for (const act of acts) {
          await sequence.perform(act)
          const journal = listDays(await readJournal(scene.db, sequence.checkoutId))
          const isOver = ([each]: (typeof journal)[number]) => each < sequence.today()
          expect(journal.filter(isOver)).toEqual(over.filter(isOver))
          expect(journal).toEqual(listDays(sequence.books))
          over = journal
        }
        for (const [each, sums] of sequence.books) {
          const before = all.get(each) ?? { sold: 0, undone: 0, returned: 0 }
          all.set(each, {
            sold: before.sold + sums.sold,
            undone: before.undone + sums.undone,
            returned: before.returned + sums.returned,
          })
        }
        const found = [
          ...(await listOrderDifferences(scene.db, new Date(0), new Date(0))),
          ...(await listPieceDifferences(scene.db, new Date(0))),
        ]
        expect(await listStockDifferences(scene.db)).toEqual([])
        // Faults of these lives: money given back outside the provider and there once more, or of a parcel that was
        // delivered by mistake.
        const isAnyOf = (...names: (typeof acts)[number]['act'][]) => acts.some(({ act }) => names.includes(act))
        const faults: string[] = []
        if (isAnyOf('refund outside')) faults.push('money_below_zero', 'refund_over')
        if (isAnyOf('transfer', 'settle') && isAnyOf('ship', 'back to packing')) faults.push('money_below_zero')
        const own = found.filter(
          ({ order_id, kind }) => sequence.orderIds.some((id) => id === order_id) && !faults.includes(kind),
        )
        expect(own.map(({ kind, grosze }) => [kind, grosze, JSON.stringify(acts.map(({ act }) => act))])).toEqual([])
        // Purging cases after years changes nothing.
        await scene.db.deleteFrom('return_cases').where('checkout_id', '=', sequence.checkoutId).execute()
        expect(listDays(await readJournal(scene.db, sequence.checkoutId))).toEqual(listDays(sequence.books))
        sequences += 1
        // Without this the plans are those of an empty shop, and each sequence takes longer than the one before.
        if (sequences % 100 === 0) await sql`vacuum analyze`.execute(scene.db)
        return true
      }),
      { numRuns: atStrength({ short: 44, full: 10_000 }), endOnFailure: true, examples: RARE_SEQUENCES },
    )

    const days = await readTakings(scene.db, '2020-01-01', '2021-12-31')
    const file: Journal = new Map(
      days.map((each) => [
        each.day,
        { sold: each.sold_grosze, undone: each.undone_grosze, returned: each.refunded_grosze },
      ]),
    )
    const isQuiet = ({ sold, undone, returned }: DaySums) => sold === 0 && undone === 0 && returned === 0
    for (const journal of [file, all]) for (const [day, sums] of journal) if (isQuiet(sums)) journal.delete(day)
    expect(listDays(file)).toEqual(listDays(all))
    expect(
      days.every((each) => each.items_grosze + each.shipping_grosze === each.prepaid_grosze + each.on_delivery_grosze),
    ).toBe(true)
    for (const unit of FIGURE_UNITS) {
      const figures = await readSalesFigures(scene.db, unit, new Date('2020-11-20T12:00:00Z'))
      const [first] = figures.periods
      const shown = new Map([...all].filter(([each]) => each >= (first?.start ?? '') && each <= '2020-11-30'))
      const { sold_grosze, undone_grosze, refunded_grosze } = figures.now
      const until = unit === 'day' ? '2020-11-20' : unit === 'week' ? '2020-11-22' : '2020-11-30'
      const within = new Map([...shown].filter(([each]) => each <= until))
      expect(sold_grosze - undone_grosze - refunded_grosze).toBe(stayed(within))
    }
    const { rows } = await sql<{ stayed: number }>`
      select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0)::float8 as stayed from money_movements`.execute(
      scene.db,
    )
    expect(rows).toEqual([{ stayed: stayed(all) }])
  },
)
