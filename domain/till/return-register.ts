import type { MoneyCause } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { labelCause, WON_BACK_LABEL } from '#domain/money/label-cause.ts'
import { PERFUME_RATE, subtractSums, sumByRate, VAT_RATES, type VatRate } from '#domain/papers/vat.ts'
import type { ReceiptLine } from './receipt.ts'

/** What changed a sale with a receipt, by its lines; negative where it came back to the shop. */
export type ReturnEvent = {
  order_id: string
  /** What its order was sold for, before any change. */
  sold_grosze: Grosze
  moment: Date
  decided_at: Date
  kind: 'returned' | 'came back' | 'won back' | 'paid twice' | 'cancelled' | 'restored' | 'amended'
  cause: MoneyCause | null
  grosze: Grosze
  /** Null: unknown. */
  lines: readonly { rate: string; grosze: Grosze }[] | null
}

const KIND_LABELS: Partial<Record<ReturnEvent['kind'], string>> = {
  'came back': 'Zwrot nie doszedł do kupującego',
  'won back': WON_BACK_LABEL,
  'paid twice': 'Ponowna zapłata',
  restored: 'Przywrócenie zamówienia',
}

type Printed = {
  gross_grosze: Grosze
  lines: readonly ReceiptLine[]
  /** When its lines were set. */
  frozen_at: Date
  /** Whether it says the whole sale, also what had come back before. */
  as_sold: boolean
}
type Sums = ReadonlyMap<VatRate, Grosze>

/**
 * What each event takes of a receipt, of all events of its sale, oldest first, by the rates of the lines that it is
 * about. It goes forward from the receipt, so that a row never changes by what happens later. What came back before the
 * receipt was printed is a row of its moment.
 */
export function listReturns({ gross_grosze, lines, frozen_at, as_sold }: Printed, events: readonly ReturnEvent[]) {
  const printed = sumOf(lines)
  let left = printed
  // What the shop keeps of the sale. A change after the receipt may raise it above the receipt, which never says more.
  let kept = gross_grosze
  const absent = findAbsentOrders(events, frozen_at)
  const takenOf = new Map<string, TakenOfOrder>()
  return events.flatMap((event) => {
    const { moment, decided_at, cause, kind, order_id } = event
    const takenBefore = takenOf.get(order_id) ?? NOTHING_TAKEN
    const takenAfter = addEvent(takenBefore, event)
    takenOf.set(order_id, takenAfter)
    const isEarlier = moment <= frozen_at
    // What an earlier change took out was never on the receipt, as an order that was cancelled by then.
    const isOnReceipt = cause === 'change' ? decided_at > frozen_at : !isEarlier || (as_sold && !isOrderEvent(kind))
    if (!isOnReceipt || absent.has(order_id)) return []
    kept += sumKept(event, takenAfter) - sumKept(event, takenBefore)
    const before = toLines(left)
    const gross = add(before) - Math.max(0, Math.min(kept, gross_grosze))
    if (gross === 0) return []
    left = subtract(left, { event, gross, printed })
    const reason = KIND_LABELS[kind] ?? labelCause(cause)
    const sums = subtractSums(sumByRate(before), sumByRate(toLines(left)))
    return [{ moment: isEarlier ? frozen_at : moment, reason, gross_grosze: gross, sums }]
  })
}

const isOrderEvent = (kind: ReturnEvent['kind']) => kind === 'cancelled' || kind === 'restored' || kind === 'amended'

/** Orders of the parcel that were cancelled when the receipt was printed. */
function findAbsentOrders(events: readonly ReturnEvent[], frozen_at: Date): ReadonlySet<string> {
  const absent = new Set<string>()
  for (const { kind, order_id, moment } of events) {
    if (moment > frozen_at) continue
    if (kind === 'cancelled') absent.add(order_id)
    if (kind === 'restored') absent.delete(order_id)
  }
  return absent
}

/**
 * What was taken of an order of a sale, grosze: of its lines, and of its money, of which what was paid twice is not the
 * order's. `cancelled`: its sum, once it is cancelled.
 */
type TakenOfOrder = { amended: Grosze; lines: Grosze; money: Grosze; paidTwice: Grosze; cancelled: Grosze | null }
const NOTHING_TAKEN: TakenOfOrder = { amended: 0, lines: 0, money: 0, paidTwice: 0, cancelled: null }

function addEvent(taken: TakenOfOrder, { lines, grosze, kind }: ReturnEvent): TakenOfOrder {
  switch (kind) {
    case 'cancelled':
      return { ...taken, cancelled: grosze }
    case 'restored':
      return { ...taken, cancelled: null }
    case 'amended':
      return { ...taken, amended: taken.amended + grosze }
    case 'paid twice':
      return { ...taken, paidTwice: taken.paidTwice + grosze }
    case 'returned':
    case 'came back':
    case 'won back': {
      const sign = kind === 'returned' ? 1 : -1
      const ofLines = (lines ?? []).reduce((sum, line) => sum + line.grosze, 0)
      return { ...taken, lines: taken.lines + sign * ofLines, money: taken.money + sign * grosze }
    }
  }
}

/** The view `kept_orders` says the same of an order as it is now. */
function sumKept({ sold_grosze }: ReturnEvent, { amended, lines, money, paidTwice, cancelled }: TakenOfOrder): Grosze {
  return Math.max(0, sold_grosze - amended - Math.max(lines, money - paidTwice, cancelled ?? 0))
}

/** The sums less what an event takes of the receipt, by the rates of its lines; else of what is left, or was printed. */
function subtract(left: Sums, { event, gross, printed }: { event: ReturnEvent; gross: Grosze; printed: Sums }): Sums {
  const toParts = (sums: Sums) => [...sums].map(([rate, grosze]) => ({ rate, grosze }))
  const hasWorth = (parts: NonNullable<ReturnEvent['lines']>) => parts.some(({ grosze }) => grosze > 0)
  const known = [event.lines ?? [], toParts(left)].find(hasWorth) ?? toParts(printed)
  const wanted = known.reduce((sum, line) => sum + line.grosze, 0)
  const taken = Math.abs(gross)
  const parts = wanted === taken ? known.map((line) => line.grosze) : limitTo(known, taken)
  const after = new Map(left)
  for (const [at, line] of known.entries()) {
    const rate = toRate(line.rate)
    after.set(rate, (after.get(rate) ?? 0) - Math.sign(gross) * (parts[at] ?? 0))
  }
  return after
}

/** The lines at another sum, by their worth. */
function limitTo(lines: readonly { grosze: Grosze }[], grosze: Grosze): Grosze[] {
  const worths = lines.map((line) => Math.max(0, line.grosze))
  return worths.some((worth) => worth > 0) ? splitGrosze(grosze, worths) : worths
}

const toRate = (text: string): VatRate => VAT_RATES.find((rate) => rate === text) ?? PERFUME_RATE
const toLines = (sums: Sums) => [...sums].map(([rate, gross_grosze]) => ({ rate, gross_grosze }))
const add = (lines: readonly { gross_grosze: Grosze }[]) => lines.reduce((sum, line) => sum + line.gross_grosze, 0)
const sumOf = (lines: readonly ReceiptLine[]): Sums =>
  new Map(sumByRate(lines).map(({ rate, gross_grosze }) => [rate, gross_grosze]))
