import type { Grosze } from '#domain/kernel/money.ts'
import type { InvoiceLine } from '#domain/papers/invoice.ts'
import { listCorrectedLines } from '#domain/papers/ksef/fa3-correction.ts'
import { scaleLines } from '#domain/papers/vat.ts'

/** A line of a sale as it stands, and what came back of it. */
export type SoldLine = InvoiceLine & {
  isDelivery: boolean
  /** Pieces that came back or were taken out of the parcel, and what they cost. */
  returned: number
  returned_grosze: Grosze
  /** By how much an accepted complaint lowered its price. */
  lowered_grosze: Grosze
}

/** What is known of a sale when its papers are compared with its money. */
export type InvoiceState = {
  /** Whether somebody asked for an invoice, the sale took place and is not cancelled. */
  isDue: boolean
  /** What the shop keeps of it. */
  kept_grosze: Grosze
  lines: readonly SoldLine[]
  /** The lines of the last paper; null: there is none. */
  issued: { lines: readonly InvoiceLine[]; gross_grosze: Grosze } | null
}

export type InvoicePlan = { kind: 'invoice' | 'correction'; lines: InvoiceLine[]; reason: string }

/** Why a sale is worth more than before. Which of both it was does not follow from the sums. */
const RAISED = 'Zmiana zamówienia albo zwrot, który nie doszedł do skutku'

/**
 * The paper that is missing; null: none. Papers follow the money: they add up to what the shop keeps. Their
 * lines are those of the goods if these explain the sum; otherwise the price of all is lowered or raised.
 */
export function planInvoice({ isDue, kept_grosze: kept, lines, issued }: InvoiceState): InvoicePlan | null {
  if (issued === null) {
    if (!isDue || kept <= 0) return null
    const left = lines.filter((line) => keepPieces(line).gross_grosze > 0)
    const sold = (left.length > 0 ? left : lines).map(toLine)
    return { kind: 'invoice', reason: '', lines: explain(lines, kept)?.lines ?? scaleLines(sold, kept) }
  }
  if (issued.gross_grosze === kept) {
    const all = lines.map(toLine)
    // Goods were exchanged for others of the same worth.
    const isExchanged = sum(all) === kept && listCorrectedLines(issued.lines, all).length > 0
    return isExchanged ? { kind: 'correction', reason: 'Zmiana zamówienia', lines: all } : null
  }
  if (kept <= 0) return { kind: 'correction', reason: 'Zwrot całej sprzedaży', lines: [] }
  const explained = explain(lines, kept)
  if (explained) {
    const reason = kept > issued.gross_grosze ? RAISED : explained.reason
    return { kind: 'correction', lines: explained.lines, reason }
  }
  if (kept < issued.gross_grosze) {
    return { kind: 'correction', reason: 'Obniżenie ceny', lines: dropFree(lowerPrices(issued.lines, kept)) }
  }
  const base = issued.lines.length > 0 ? issued.lines : lines.map(toLine)
  return { kind: 'correction', reason: RAISED, lines: scaleLines(base, kept) }
}

/** The lines whose goods explain the sum: as ordered now, or without what came back, the delivery wholly or in part. */
function explain(lines: readonly SoldLine[], kept: Grosze): Omit<InvoicePlan, 'kind'> | null {
  const all = lines.map(toLine)
  if (sum(all) === kept) return { reason: 'Zmiana zamówienia', lines: all }
  const goods = lines.filter(({ isDelivery }) => !isDelivery).map(keepPieces)
  const deliveries = lines.filter(({ isDelivery }) => isDelivery).map(toLine)
  const forDelivery = kept - sum(goods)
  if (lines.every(({ returned, lowered_grosze }) => returned === 0 && lowered_grosze === 0)) return null
  if (forDelivery < 0 || forDelivery > sum(deliveries)) return null
  return { reason: 'Zwrot towaru', lines: dropFree([...goods, ...scaleLines(deliveries, forDelivery)]) }
}

/** The lines at a lower sum: goods become cheaper, and the delivery only where nothing is left of them. */
function lowerPrices(lines: readonly InvoiceLine[], kept: Grosze): InvoiceLine[] {
  const services = lines.filter(({ unit }) => unit === 'usł.')
  const forGoods = kept - sum(services)
  if (forGoods <= 0) return scaleLines(services, kept)
  const goods = lines.filter(({ unit }) => unit !== 'usł.')
  return [...scaleLines(goods, forGoods), ...services]
}

function toLine({ name, code, quantity, unit, rate, gross_grosze }: SoldLine): InvoiceLine {
  return { name, code, quantity, unit, rate, gross_grosze }
}

/** The line without the pieces that came back, at its lowered price. */
function keepPieces(line: SoldLine): InvoiceLine {
  const gross = line.gross_grosze - line.returned_grosze - line.lowered_grosze
  return { ...toLine(line), quantity: Math.max(0, line.quantity - line.returned), gross_grosze: Math.max(0, gross) }
}

const dropFree = (lines: readonly InvoiceLine[]) => lines.filter(({ gross_grosze }) => gross_grosze > 0)

const sum = (lines: readonly InvoiceLine[]) => lines.reduce((total, { gross_grosze }) => total + gross_grosze, 0)
