import { z } from 'zod'
import { addDays, type Day } from '#domain/kernel/calendar-day.ts'
import { lineSchema, postalCodeSchema } from '#domain/kernel/typed-lines.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** Who asks for an invoice as a person, after the sale. There is no NIP: the sale has a receipt without one. */
export const personInvoiceSchema = defineSchema(() =>
  z.strictObject({
    name: lineSchema('Podaj imię i nazwisko', 150),
    street: lineSchema('Podaj ulicę i numer', 120),
    postal_code: postalCodeSchema,
    city: lineSchema('Podaj miejscowość', 60),
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
