import type { CorrectedInvoice, InvoiceLine } from '../invoice.ts'
import { element, requiredText, textElement, type Xml } from './fa3-xml.ts'

/** The correction counts in the month of the invoice, as mistakes do that were there from the beginning. */
const COUNTS_FROM_SALE = 1
/** The correction counts in the month in which it is issued, as returns and lower prices do. */
const COUNTS_WHEN_ISSUED = 2

/** The part of FA(3) about the corrected invoice, before the lines. */
export function describeCorrected(corrected: Omit<CorrectedInvoice, 'lines_before' | 'buyer_before'>): (Xml | '')[] {
  const { number, issued_on, ksef_number, reason, counts_from_sale } = corrected
  return [
    textElement('PrzyczynaKorekty', reason),
    textElement('TypKorekty', counts_from_sale ? COUNTS_FROM_SALE : COUNTS_WHEN_ISSUED),
    element(
      'DaneFaKorygowanej',
      textElement('DataWystFaKorygowanej', issued_on),
      requiredText('NrFaKorygowanej', number),
      ...(ksef_number === null
        ? [textElement('NrKSeFN', 1)]
        : [textElement('NrKSeF', 1), textElement('NrKSeFFaKorygowanej', ksef_number)]),
    ),
  ]
}

/** Whether two lines are of one thing, whatever its pieces and its price. */
export const isSameThing = (one: InvoiceLine, other: InvoiceLine) =>
  one.name === other.name && one.code === other.code && one.rate === other.rate && one.unit === other.unit

/**
 * The lines of a correction in pairs: each that changes as it was, then as it is. What is gone has a second line of no
 * pieces and no money; what is new has no first one.
 */
export function listCorrectedLines(before: readonly InvoiceLine[], after: readonly InvoiceLine[]) {
  const left = [...after]
  const pairs = before.flatMap((was) => {
    const at = left.findIndex((line) => isSameThing(line, was))
    const [is = { ...was, quantity: 0, gross_grosze: 0 }] = at === -1 ? [] : left.splice(at, 1)
    const isChanged = is.quantity !== was.quantity || is.gross_grosze !== was.gross_grosze
    return isChanged ? [mark(was, true), mark(is, false)] : []
  })
  return [...pairs, ...left.map((line) => mark(line, false))]
}

const mark = (line: InvoiceLine, isBefore: boolean) => ({ line, isBefore })
