import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { firstSentences } from '#domain/kernel/text/first-sentences.ts'
import { parseCompany } from '../company-form.ts'
import type { InvoiceBuyer } from '../invoice.ts'
import { personInvoiceSchema } from '../invoices/person-invoice.ts'
import { type InvoiceBuyerChange, type MendableSale, toInvoiceBuyer } from './invoice-buyer.ts'

export type InvalidBuyer = { reason: 'invalid_buyer'; fields: Partial<Record<string, string>> }
type Buyer = Pick<MendableSale, 'company' | 'person'>

/** The buyer that was typed: a company with its unit, or the person who asked for the invoice of this sale. */
export function parseBuyer(change: InvoiceBuyerChange, present: Buyer): Result<Buyer, InvalidBuyer> {
  if (present.person !== null) {
    const { name, street, postal_code, city } = change
    const person = personInvoiceSchema.safeParse({ name, street, postal_code, city })
    return person.success
      ? ok({ company: null, person: person.data })
      : fail({ reason: 'invalid_buyer', fields: firstSentences(person.error.issues) })
  }
  const company = parseCompany(change)
  return company.success
    ? ok({ company: company.data, person: null })
    : fail({ reason: 'invalid_buyer', fields: firstSentences(company.error.issues) })
}

/** Whether an act after the invoice is the right one for this NIP: another NIP needs another invoice. */
export function checkNip(
  act: InvoiceBuyerChange['act'],
  issued: InvoiceBuyer | null,
  wanted: Buyer,
): InvalidBuyer | null {
  const buyer = toInvoiceBuyer(wanted)
  if (issued?.kind !== 'company' || buyer?.kind !== 'company') return null
  const refuse = (company_nip: string): InvalidBuyer => ({ reason: 'invalid_buyer', fields: { company_nip } })
  if (act === 'correct' && issued.nip !== buyer.nip) {
    return refuse('To inny NIP. Korekta danych go nie zmieni: wybierz „Inny NIP”.')
  }
  if (act === 'other_nip' && issued.nip === buyer.nip) {
    return refuse('Ten NIP jest już na fakturze. Nazwę i adres zmieni „Popraw dane nabywcy”.')
  }
  return null
}
