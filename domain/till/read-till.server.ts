import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { addDays, type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { type CsvColumns, toCsvAmount, toCsvFile } from '#domain/kernel/text/csv.ts'
import { addSums, labelRate } from '#domain/papers/vat.ts'
import type { Services } from '#domain/services.ts'
import { boundMonth } from './receipt.ts'
import {
  findOpenReceipts,
  findReturnedReceipts,
  findTillAgent,
  isOlderReceipt,
  isRecentReceipt,
  listReceiptsBetween,
} from './receipt-queries.server.ts'
import { listReturns } from './return-register.ts'

type Reads = Pick<Services, 'db' | 'now'>
const toMoment = (moment: Date | null) => moment?.toISOString() ?? null

/** What waits for the till: of the last weeks, or all that is older. */
export async function readTillDesk({ db, now }: Reads, { older }: { older: boolean }) {
  const moment = now()
  const most = PAGE_SIZES.tillReceipts
  const [recent, past] = [isRecentReceipt(moment), isOlderReceipt(moment)]
  const [rows, oldest, agent] = await Promise.all([
    findOpenReceipts(db, { now: moment, where: older ? past : recent, most: most + 1 }),
    findOpenReceipts(db, { now: moment, where: past, most: 1 }),
    findTillAgent(db),
  ])
  return {
    items: rows.slice(0, most).map(({ created_at, ...row }) => ({
      ...row,
      sold_at: row.sold_at.toISOString(),
      /** When the agent took it. */
      claimed_at: toMoment(row.claimed_at),
      /** Whether it waits for the agent, which prints it by itself. */
      for_agent: row.state === 'waiting' && agent.key_made_at !== null && created_at >= agent.key_made_at,
    })),
    more: rows.length > most,
    has_older: oldest.length > 0,
    agent: { key_made_at: toMoment(agent.key_made_at), seen_at: toMoment(agent.seen_at), problem: agent.problem },
  }
}
export type TillDesk = Awaited<ReturnType<typeof readTillDesk>>
export type OpenReceipt = TillDesk['items'][number]

/** The receipts that were printed on a day, in their order. */
export async function readPrintedReceipts({ db }: Reads, day: Day) {
  const rows = await listReceiptsBetween(db, day, addDays(day, 1))
  return rows.map(({ frozen_at: _, as_sold: __, sold_at, printed_at, ...row }) => ({
    ...row,
    sold_at: sold_at.toISOString(),
    printed_at: printed_at.toISOString(),
  }))
}
export type PrintedReceipt = Awaited<ReturnType<typeof readPrintedReceipts>>[number]

/** The register of returns of a month, '2026-11', oldest first. */
export async function readReturnRegister({ db }: Reads, month: string) {
  const bounds = boundMonth(month)
  const receipts = await findReturnedReceipts(db, bounds)
  const rows = receipts.flatMap(({ events, ...receipt }) =>
    listReturns(receipt, events).map(({ moment, ...row }) => ({
      ...row,
      checkout_id: receipt.checkout_id,
      moment: moment.toISOString(),
      number: receipt.number,
      printed_at: receipt.printed_at.toISOString(),
      order_numbers: receipt.order_numbers,
      names: receipt.lines.map(({ name, quantity }) => `${quantity} x ${name}`).join(', '),
    })),
  )
  const items = rows
    .filter(({ moment }) => dayOf(moment).startsWith(month))
    .toSorted((a, b) => a.moment.localeCompare(b.moment))
  return { items, sums: addSums(items) }
}
export type ReturnRegister = Awaited<ReturnType<typeof readReturnRegister>>
export type RegisterRow = ReturnRegister['items'][number]

const dayOf = (moment: string): Day => readWarsawClock(new Date(moment)).day

type RegisterLine = Omit<ReturnRegister['items'][number], 'sums'> & { sum: ReturnRegister['sums'][number] }

const REGISTER_COLUMNS: CsvColumns<RegisterLine> = [
  ['Data zwrotu', ({ moment }) => dayOf(moment)],
  ['Powód', ({ reason }) => reason],
  ['Numer paragonu', ({ number }) => number],
  ['Data paragonu', ({ printed_at }) => dayOf(printed_at)],
  ['Zamówienie', ({ order_numbers }) => order_numbers.join(', ')],
  ['Towar na paragonie', ({ names }) => names],
  ['Zwrócono (zł)', ({ gross_grosze }) => toCsvAmount(gross_grosze)],
  ['Stawka VAT', ({ sum }) => labelRate(sum.rate)],
  ['Brutto (zł)', ({ sum }) => toCsvAmount(sum.gross_grosze)],
  ['Netto (zł)', ({ sum }) => toCsvAmount(sum.net_grosze)],
  ['VAT (zł)', ({ sum }) => toCsvAmount(sum.vat_grosze)],
]

/** The register of returns as a file, one line for each rate of a return. */
export async function exportReturnRegister(services: Reads, adminId: string, month: string): Promise<string> {
  const { items } = await readReturnRegister(services, month)
  await recordAudit(services.db, { userId: adminId, action: 'receipt.returns_exported', details: { month } })
  const lines = items.flatMap(({ sums, ...row }) => sums.map((sum) => ({ ...row, sum })))
  return toCsvFile(REGISTER_COLUMNS, lines)
}
