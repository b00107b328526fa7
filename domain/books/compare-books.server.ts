import type { Kysely } from 'kysely'
import { listOverusedCodes } from '#domain/codes/code-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { addDays, type Day, readWarsawClock, startOfDay } from '#domain/kernel/calendar-day.ts'
import { type Month, nextMonth, shiftMonth } from '#domain/month/month.ts'
import { findClosedMonth, listDisagreements } from '#domain/month/month-queries.server.ts'
import { readPayouts } from '#domain/papers/payouts/payout-queries.server.ts'
import type { BookComparison, BookDifference, DifferenceKind } from './book-comparison.ts'
import { countKeptOrders, listOrderDifferences, listPaperDifferences } from './book-differences-queries.server.ts'
import { listHeldDifferences, listPieceDifferences, listStockDifferences } from './stock-differences-queries.server.ts'

/** Orders are compared for as long as something of them usually changes, days. */
const COMPARED_DAYS = 100
/** The days whose orders are counted. */
const COUNTED_DAYS = 7

/** What of a month's papers is a difference. A receipt or a number of KSeF that waits is work of the day. */
const PAPERS = [
  'no_invoice',
  'invoice_differs',
  'receipt_differs',
  'unclear_receipt',
] as const satisfies DifferenceKind[]

/** Compares orders, payments, refunds, papers, payouts, codes and stock with each other, as they stand. Changes nothing. */
export async function compareBooks(db: Kysely<Database>, now: Date): Promise<BookComparison> {
  const { day } = readWarsawClock(now)
  const since = (days: number) => startOfDay(addDays(day, -days))
  const months = [shiftMonth(day.slice(0, 7), -1), day.slice(0, 7)]
  const differences = [
    ...(await listOrderDifferences(db, since(COMPARED_DAYS), now)),
    ...(await listPaperDifferences(db, since(COMPARED_DAYS))),
    ...(await listOverusedCodes(db)).map((name) => ({
      kind: 'code_over' as const,
      order_id: null,
      name,
      grosze: null,
    })),
    ...(await listPieceDifferences(db, since(COMPARED_DAYS))),
    ...(await listStockDifferences(db)),
    ...(await listHeldDifferences(db)),
  ]
  // One after the other: they share the connection of one transaction.
  for (const month of months) differences.push(...(await comparePapers(db, month)))
  return { day, ...(await countKeptOrders(db, since(COUNTED_DAYS))), differences }
}

/** What of an open month does not agree. A closed one says itself what changed since. */
async function comparePapers(db: Kysely<Database>, month: Month): Promise<BookDifference[]> {
  if (await findClosedMonth(db, month)) return []
  const [begin, end]: [Day, Day] = [`${month}-01`, `${nextMonth(month)}-01`]
  const payouts = await readPayouts(db, begin, end)
  return [
    ...(await listDisagreements(db, month)).flatMap(({ problem, order_id, order_number: name, grosze }) => {
      const kind = PAPERS.find((each) => each === problem)
      return kind ? { kind, order_id, name, grosze } : []
    }),
    ...payouts.differing.map(({ order_id, order_number: name, expected_grosze, paid_grosze }) => ({
      ...{ kind: 'payout_differs' as const, order_id, name, grosze: paid_grosze - expected_grosze },
    })),
    ...(payouts.returned_more ?? []).map(({ order_id, order_number: name, expected_grosze, returned_grosze }) => ({
      ...{ kind: 'payout_refund' as const, order_id, name, grosze: returned_grosze - expected_grosze },
    })),
    ...payouts.unknown.map(({ reference: name, grosze }) => ({
      ...{ kind: 'payout_unknown' as const, order_id: null, name, grosze },
    })),
  ]
}
