import type { Day } from '#domain/kernel/calendar-day.ts'
import { type CsvFailure, readTable, unreadable } from '#domain/kernel/csv-table.ts'
import { type Grosze, parseZl } from '#domain/kernel/money.ts'
import { numberEqualKeys } from '#domain/kernel/number-equal-keys.ts'
import { ok, type Result } from '#domain/kernel/result.ts'

export const PAYOUT_SOURCES = ['stripe', 'inpost'] as const
export type PayoutSource = (typeof PAYOUT_SOURCES)[number]

/** `fee`: an amount that belongs to no payment. */
export type PayoutKind = 'payment' | 'refund' | 'dispute' | 'fee'

/** What a payout contains. Amounts are negative where money left the shop's account. */
export type PayoutLine = {
  /** Unique within its source, and the same in each file that has the line. */
  entry: string
  kind: PayoutKind
  /** The provider's id of the payment or, without one, of the line; the number of the parcel; '' for a fee. */
  reference: string
  gross_grosze: Grosze
  fee_grosze: Grosze
  day: Day
}

export type PayoutFile = { source: PayoutSource; lines: PayoutLine[]; problems: string[] }

/** Heads of columns in lower case, each with all of its spellings. */
const STRIPE = {
  entry: ['balance_transaction_id'],
  kind: ['reporting_category'],
  reference: ['payment_intent_id'],
  gross: ['gross'],
  fee: ['fee'],
  currency: ['currency'],
  day: ['created', 'created_utc'],
}
const INPOST = {
  reference: [
    'numer przesyłki',
    'nr przesyłki',
    'numer paczki',
    'nr paczki',
    'numer listu przewozowego',
    'tracking_number',
  ],
  gross: ['kwota pobrania', 'kwota cod', 'pobranie', 'kwota pobrania (zł)', 'kwota wypłaty', 'kwota'],
  day: ['data wypłaty', 'data przelewu', 'data wypłaty pobrania', 'data'],
}
/** The provider's words, and what they are here. Null: money that stays the shop's own, at another place. */
const STRIPE_KINDS: ReadonlyMap<string, PayoutKind | null> = new Map([
  ['charge', 'payment'],
  ['charge_failure', 'payment'],
  ['refund', 'refund'],
  ['refund_failure', 'refund'],
  ['partial_capture_reversal', 'refund'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute'],
  ['fee', 'fee'],
  ['network_cost', 'fee'],
  ['tax', 'fee'],
  ['contribution', 'fee'],
  ['payout', null],
  ['payout_reversal', null],
  ['payout_minimum_balance_hold', null],
  ['payout_minimum_balance_release', null],
  ['topup', null],
  ['topup_reversal', null],
  ['transfer', null],
  ['transfer_reversal', null],
  ['risk_reserved_funds', null],
  ['connect_reserved_funds', null],
  ['payment_network_reserve_hold', null],
  ['payment_network_reserve_release', null],
])

type Cells<Column extends string> = Record<Column, string>
type Row<Column extends string> = { line: number; cells: Cells<Column> }

/** Reads the itemised report of payouts of Stripe, or the list of paid-out cash on delivery of InPost. */
export function readPayoutFile(text: string): Result<PayoutFile, CsvFailure> {
  const table = readTable(text)
  if (!table.ok) return table
  const { head, rows } = table.value
  const pick = <Column extends string>(columns: Record<Column, string[]>): Row<Column>[] | null => {
    const names = head.map((cell) => cell.trim().toLocaleLowerCase('pl'))
    const places = Object.entries<string[]>(columns).map(([column, spellings]) => {
      const spelling = spellings.find((each) => names.includes(each))
      return [column, spelling === undefined ? -1 : names.indexOf(spelling)] as const
    })
    if (places.some(([, place]) => place < 0)) return null
    return rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        places.map(([column, place]) => [column, (cells[place] ?? '').trim()]),
      ) as Cells<Column>,
    }))
  }
  const stripe = pick(STRIPE)
  if (stripe) return ok({ source: 'stripe', ...collect(stripe.flatMap(readStripe)) })
  const inpost = pick(INPOST)
  if (inpost) {
    const numberKey = numberEqualKeys()
    const { lines, problems } = collect(inpost.flatMap(readInpost))
    return ok({ source: 'inpost', lines: lines.map((line) => ({ ...line, entry: numberKey(line.entry) })), problems })
  }
  return unreadable(
    'To ani szczegółowy raport wypłat Stripe (kolumny balance_transaction_id, payment_intent_id, gross, fee), ani ' +
      'zestawienie pobrań InPost (numer przesyłki, kwota pobrania, data wypłaty).',
  )
}

/** What a row gives: a line, a problem for the owner, both, or nothing. */
type Read = readonly (PayoutLine | string)[]

function collect(read: Read): Pick<PayoutFile, 'lines' | 'problems'> {
  const lines = read.filter((each) => typeof each !== 'string')
  return { lines, problems: read.filter((each) => typeof each === 'string') }
}

function readStripe({ line, cells }: Row<keyof typeof STRIPE>): Read {
  const kind = STRIPE_KINDS.get(cells.kind)
  if (kind === null) return []
  if (cells.currency.toLowerCase() !== 'pln')
    return [`Wiersz ${line}: waluta ${cells.currency}, a sklep liczy w złotych.`]
  const { entry } = cells
  const [gross, fee, day] = [readAmount(cells.gross), readAmount(cells.fee), readDay(cells.day)]
  if (entry === '' || gross === null || fee === null || day === null) return [unreadableLine(line)]
  if (kind === undefined) {
    const problem = `Wiersz ${line}: nie znamy rodzaju „${cells.kind}”. Liczymy z niego tylko opłatę.`
    return fee === 0
      ? [problem]
      : [{ entry, kind: 'fee', reference: '', gross_grosze: 0, fee_grosze: fee, day }, problem]
  }
  const reference = kind === 'fee' ? '' : cells.reference || entry
  return [{ entry, kind, reference, gross_grosze: gross, fee_grosze: fee, day }]
}

function readInpost({ line, cells }: Row<keyof typeof INPOST>): Read {
  const reference = cells.reference.replace(/^'|\s/g, '')
  // A line with the sum of all has no parcel.
  if (reference === '') return []
  const [gross, day] = [readAmount(cells.gross), readDay(cells.day)]
  if (gross === null || day === null) return [unreadableLine(line)]
  // What was paid out and what was taken back of a parcel may stand on one day.
  const entry = `${reference} ${day} ${gross}`
  return [{ entry, kind: 'payment', reference, gross_grosze: gross, fee_grosze: 0, day }]
}

const unreadableLine = (line: number) => `Wiersz ${line}: brakuje numeru, kwoty albo dnia.`

function readAmount(cell: string): Grosze | null {
  const amount = parseZl(cell.replace(/\s*PLN$/i, ''))
  return amount.ok ? amount.value : null
}

/** '2026-12-04 10:15:00', '4.12.2026' or '04-12-2026'. */
function readDay(cell: string): Day | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(cell) ?? []
  const [, polishDate, polishMonth, polishYear] = /^(\d{1,2})[.-](\d{1,2})[.-](\d{4})/.exec(cell) ?? []
  const day = `${year ?? polishYear}-${(month ?? polishMonth ?? '').padStart(2, '0')}-${(date ?? polishDate ?? '').padStart(2, '0')}`
  return new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : null
}
