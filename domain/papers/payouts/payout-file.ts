import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { type Day, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { numberEqualKeys } from '#domain/kernel/lists/number-equal-keys.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { findShift } from '#domain/kernel/tables/fit-row.ts'
import { foldHead, readAmount, readDay } from '#domain/kernel/tables/read-cells.ts'
import { type CsvFailure, type CsvTable, readTable, unreadable } from '#domain/kernel/tables/read-table.ts'
import { CSV_BOM, unmarkCode } from '#domain/kernel/text/csv.ts'
import { type PayoutKind, type PayoutSource, STRIPE_KINDS } from './payout-kinds.ts'

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

/** Lines of a file: more than a shop is paid out in a year. */
const PAYOUT_ROWS_MAX = 10_000
/** No payout is older: documents of sales are kept for five years. */
const OLDEST_YEARS = 5

/** Heads of columns, folded, each with all of its spellings. */
const STRIPE = {
  entry: ['balance transaction id'],
  kind: ['reporting category'],
  reference: ['payment intent id'],
  gross: ['gross'],
  fee: ['fee'],
  currency: ['currency'],
  day: ['created'],
}
/** A report without a time zone of its own. */
const STRIPE_UTC = { ...STRIPE, day: ['created utc'] }
const INPOST = {
  reference: [
    'numer przesylki',
    'nr przesylki',
    'numer paczki',
    'nr paczki',
    'numer listu przewozowego',
    'nr listu przewozowego',
    'tracking number',
  ],
  gross: ['kwota pobrania', 'kwota cod', 'pobranie', 'kwota wyplaty', 'kwota'],
  day: ['data wyplaty', 'data przelewu', 'data wyplaty pobrania', 'data'],
}

type Row<Column extends string> = {
  line: number
  cells: Record<Column, string>
  /** Why its cells cannot be trusted. */
  shift: string | null
}

/** What a row gives: a line, a problem for the owner, both, or nothing. */
type Read = readonly (PayoutLine | string)[]

/** Reads the itemised report of payouts of Stripe, or the list of paid-out cash on delivery of InPost. */
export function readPayoutFile(text: string, today: Day): Result<PayoutFile, CsvFailure> {
  const table = readTable(skipTitle(text), PAYOUT_ROWS_MAX)
  if (!table.ok) return table
  const stripe = pickColumns(table.value, STRIPE) ?? pickColumns(table.value, STRIPE_UTC)?.map(moveToWarsaw)
  if (stripe) return ok({ source: 'stripe', ...collect(stripe.flatMap((row) => readRow(row, readStripe, today))) })
  const inpost = pickColumns(table.value, INPOST)
  if (inpost) {
    const numberKey = numberEqualKeys()
    const { lines, problems } = collect(inpost.flatMap((row) => readRow(row, readInpost, today)))
    return ok({ source: 'inpost', lines: lines.map((line) => ({ ...line, entry: numberKey(line.entry) })), problems })
  }
  return unreadable(
    'To ani szczegółowy raport wypłat Stripe (kolumny balance_transaction_id, payment_intent_id, gross, fee), ani ' +
      'zestawienie pobrań InPost (numer przesyłki, kwota pobrania, data wypłaty).',
  )
}

/** The name of a column without the currency that may stand behind it: 'Kwota pobrania [PLN]'. */
const toName = (head: string): string => foldHead(head).replace(/ ?[([](zl|pln)[)\]]$/, '')

const NAMES = new Set([...INPOST.reference, ...STRIPE.entry])
/** A title and the period of a report stand in a few lines. */
const TITLE_LINES = 20

/** The text with lines above its head emptied, as a report has its title there; they still count as lines. */
function skipTitle(text: string): string {
  const lines = text.replace(CSV_BOM, '').split('\n')
  const isHead = (line: string) => line.split(/[;,\t|]/).some((cell) => NAMES.has(toName(cell.replaceAll('"', ''))))
  const at = lines.slice(0, TITLE_LINES).findIndex(isHead)
  return at > 0 ? '\n'.repeat(at) + lines.slice(at).join('\n') : text
}

/** The rows by these columns; null where one of them is missing. */
function pickColumns<Column extends string>(
  { head, rows, delimiter }: CsvTable,
  columns: Record<Column, string[]>,
): Row<Column>[] | null {
  const names = head.map(toName)
  const places = Object.entries<string[]>(columns).map(([column, spellings]) => {
    const spelling = spellings.find((each) => names.includes(each))
    return [column, spelling === undefined ? -1 : names.indexOf(spelling)] as const
  })
  if (places.some(([, place]) => place < 0)) return null
  const needed = Math.max(...places.map(([, place]) => place))
  const fitted = head.map((_, index) => ({ kind: 'any' as const, optional: index > needed }))
  return rows.map((record) => ({
    line: record.line,
    cells: Object.fromEntries(
      places.map(([column, place]) => [column, unmarkCode((record.cells[place] ?? '').trim())]),
    ) as Record<Column, string>,
    shift: findShift({ columns: fitted, delimiter }, record),
  }))
}

function readRow<Column extends string>(row: Row<Column>, read: (row: Row<Column>) => Read, today: Day): Read {
  if (row.shift !== null) return [row.shift]
  const given = read(row)
  const wrong = given.flatMap((each) => (typeof each === 'string' ? [] : (findImpossibleDay(each.day, today) ?? [])))
  return wrong.length === 0 ? given : wrong.map((problem) => `Wiersz ${row.line}: ${problem}`)
}

/** Why a payout cannot have this day; null: it can. */
function findImpossibleDay(day: Day, today: Day): string | null {
  if (day > today) return `dzień ${day} jeszcze nie nadszedł.`
  const oldest = `${Number(today.slice(0, 4)) - OLDEST_YEARS}${today.slice(4)}`
  return day < oldest ? `dzień ${day} jest sprzed ponad ${OLDEST_YEARS} lat.` : null
}

function collect(read: Read): Pick<PayoutFile, 'lines' | 'problems'> {
  const lines = read.filter((each) => typeof each !== 'string')
  return { lines, problems: read.filter((each) => typeof each === 'string') }
}

/** A row with a moment of UTC on its day in Warsaw, as sales have. */
function moveToWarsaw(row: Row<keyof typeof STRIPE>): Row<keyof typeof STRIPE> {
  const [, time] = /[ T](\d\d:\d\d)/.exec(row.cells.day) ?? []
  const day = readDay(row.cells.day)
  if (day === null || time === undefined) return row
  return { ...row, cells: { ...row.cells, day: readWarsawClock(new Date(`${day}T${time}Z`)).day } }
}

function readStripe({ line, cells }: Row<keyof typeof STRIPE>): Read {
  const known = STRIPE_KINDS.get(cells.kind)
  if (known === null) return []
  if (cells.currency.toLowerCase() !== 'pln')
    return [`Wiersz ${line}: waluta ${cells.currency}, a sklep liczy w złotych.`]
  const { entry } = cells
  const [gross, fee, day] = [readGrosze(cells.gross), readGrosze(cells.fee), readDay(cells.day)]
  if (entry === '' || gross === null || fee === null || day === null) return [unreadableLine(line)]
  if (known === undefined) {
    const other = { entry, kind: 'other' as const, reference: '', gross_grosze: gross, fee_grosze: fee, day }
    return [other, `Wiersz ${line}: nie znamy rodzaju „${cells.kind}”. Liczymy go w wierszu „Inne”.`]
  }
  const { kind, sign } = known
  if (gross * sign < 0) {
    return [
      `Wiersz ${line}: kwota ${cells.gross} ma zły znak, „${cells.kind}” jest ${sign > 0 ? 'dodatnie' : 'ujemne'}.`,
    ]
  }
  const reference = kind === 'fee' ? '' : cells.reference || entry
  return [{ entry, kind, reference, gross_grosze: gross, fee_grosze: fee, day }]
}

function readInpost({ line, cells }: Row<keyof typeof INPOST>): Read {
  const reference = cells.reference.replace(/\s/g, '')
  // A line with the sum of all has no parcel.
  if (reference === '') return []
  if (/^\d[.,]?\d*E\+\d+$/i.test(reference))
    return [`Wiersz ${line}: arkusz zamienił numer przesyłki na liczbę. Wczytaj plik prosto z InPost.`]
  const [gross, day] = [readGrosze(cells.gross), readDay(cells.day)]
  if (gross === null || day === null) return [unreadableLine(line)]
  // What was paid out and what was taken back of a parcel may stand on one day.
  const entry = `${reference} ${day} ${gross}`
  return [{ entry, kind: 'payment', reference, gross_grosze: gross, fee_grosze: 0, day }]
}

const unreadableLine = (line: number) => `Wiersz ${line}: brakuje numeru, kwoty albo dnia.`

function readGrosze(cell: string): Grosze | null {
  const amount = readAmount(cell)
  return amount.ok ? amount.value : null
}
