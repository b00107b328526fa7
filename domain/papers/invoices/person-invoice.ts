import { z } from 'zod'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { addDays, type Day } from '#domain/kernel/calendar-day.ts'
import { postalCodeSchema, printedLineSchema } from '#domain/kernel/text/text-schemas.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Who asks for an invoice as a person, after the sale. There is no NIP: the sale has a receipt without one. */
export const personInvoiceSchema = defineSchema(() =>
  z.strictObject({
    name: printedLineSchema('Podaj imię i nazwisko', 150),
    street: printedLineSchema('Podaj ulicę i numer', 120),
    postal_code: postalCodeSchema,
    city: printedLineSchema('Podaj miejscowość', 60),
  }),
)
export type InvoicePerson = z.output<typeof personInvoiceSchema>

const MONTHS_TO_ASK = 3

/** The last day on which a person may ask: three months after the end of the month of the sale (art. 106b(3)). */
export function findLastDayToAsk(soldOn: Day): Day {
  const [year = 0, month = 1] = soldOn.split('-').map(Number)
  const after = new Date(Date.UTC(year, month + MONTHS_TO_ASK, 1)).toISOString().slice(0, 10)
  return addDays(after, -1)
}

/** `invoice_exists`: for a company, or a person who asked before. `invoice_not_now`: not sold yet, or too long ago. */
export type AskRefusal = { reason: 'invoice_exists' } | { reason: 'invoice_not_now' }

type AskedSale = {
  company: unknown
  person: unknown
  soldOn: Day | null
  isCancelled: boolean
  keptGrosze: Grosze
}

/** Why a person may not ask for the invoice of a sale today; null: they may. */
export function refuseToAsk(sale: AskedSale | undefined, today: Day): AskRefusal | null {
  if (!sale || sale.soldOn === null || sale.isCancelled || sale.keptGrosze <= 0) return { reason: 'invoice_not_now' }
  if (sale.company !== null || sale.person !== null) return { reason: 'invoice_exists' }
  return today > findLastDayToAsk(sale.soldOn) ? { reason: 'invoice_not_now' } : null
}
