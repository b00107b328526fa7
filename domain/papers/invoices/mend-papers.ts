import type { Day } from '#domain/kernel/calendar-day.ts'
import type { Invoice, InvoiceBuyer } from '#domain/papers/invoice.ts'
import { subtractSums, sumByRate } from '#domain/papers/vat.ts'

/** An invoice before it takes its number. */
export type UnnumberedInvoice = Omit<Invoice, 'number'>

type Mending = {
  mend: 'correct' | 'replace'
  /** The invoice that counts, and the last of its papers. */
  first: Invoice
  last: Invoice
  /** The right buyer. */
  buyer: InvoiceBuyer
  /** The number of the invoice in KSeF; null: it is not there. */
  ksefNumber: string | null
  today: Day
}

/**
 * The papers that give a sale its right buyer. Both kinds count from the day of the sale, because the mistake was there
 * from the beginning. `correct`: one correction with the buyer before and after, which changes no line. `replace`: a
 * correction to zero, and an invoice of the same lines for another NIP.
 */
export function writeMends({ mend, first, last, buyer, ksefNumber, today }: Mending): UnnumberedInvoice[] {
  const { number: _, ...same } = { ...last, issued_on: today }
  const corrected = {
    number: first.number,
    issued_on: first.issued_on,
    ksef_number: ksefNumber,
    lines_before: last.lines,
    counts_from_sale: true,
  }
  if (mend === 'correct') {
    const change = { reason: 'Poprawa danych nabywcy', buyer_before: last.buyer }
    return [{ ...same, buyer, sums: [], gross_grosze: 0, corrected: { ...corrected, ...change } }]
  }
  const sums = sumByRate(last.lines)
  const gross = sums.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0)
  return [
    {
      ...same,
      lines: [],
      sums: subtractSums([], sums),
      gross_grosze: -gross,
      corrected: { ...corrected, reason: 'Błędny NIP nabywcy' },
    },
    { ...same, buyer, sums, gross_grosze: gross, corrected: null },
  ]
}
