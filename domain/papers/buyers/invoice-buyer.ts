import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { type Company, describeCompany } from '../company.ts'
import { companyBodyShape, companySchema } from '../company-form.ts'
import type { InvoiceBuyer } from '../invoice.ts'
import { type InvoicePerson, personInvoiceSchema } from '../invoices/person-invoice.ts'

/**
 * What may be done to the data of a buyer. `change`, `remove`: before the invoice; `correct`: a correction with the data
 * before and after; `other_nip`: the invoice is corrected to zero, and another one replaces it.
 */
export const BUYER_ACTS = ['change', 'remove', 'correct', 'other_nip'] as const
export type BuyerAct = (typeof BUYER_ACTS)[number]

/** What is mended: the company, or the person of an invoice. Fields of the other one may be absent. */
export const invoiceBuyerChangeSchema = defineSchema(() => {
  const text = z.string().max(500).nullish()
  return z.strictObject({
    version: z.string().max(64).meta({ description: 'The version that was read' }),
    act: z.enum(BUYER_ACTS),
    ...companyBodyShape,
    name: text.meta({ description: 'With the three below: the person of the invoice' }),
    street: text,
    postal_code: text,
    city: text,
  } satisfies Record<'version' | 'act' | keyof typeof companyBodyShape | keyof InvoicePerson, z.ZodType>)
})
export type InvoiceBuyerChange = z.output<typeof invoiceBuyerChangeSchema>

/** Whom an invoice is for, and what may be mended of it now. */
export const buyerStateSchema = defineSchema(() =>
  z
    .object({
      version: z.string(),
      company: companySchema.nullable(),
      person: personInvoiceSchema.nullable(),
      invoice: z.string().nullable().meta({ description: 'The number of the invoice that counts; null: not issued' }),
      awaits_ksef: z.boolean().meta({ description: 'A correction waits until that invoice has its number of KSeF' }),
      acts: z.array(z.enum(BUYER_ACTS)),
      note: z.string().nullable().meta({ description: 'Why nothing may be mended, or what else to know' }),
    })
    .meta({ id: 'InvoiceBuyer' }),
)
export type BuyerState = z.output<typeof buyerStateSchema>

/** What is known of a sale when somebody wants to mend its buyer. */
export type MendableSale = {
  company: Company | null
  person: InvoicePerson | null
  isSold: boolean
  /** Cancelled, or all of its money went back. */
  isOver: boolean
  /** The invoice that counts, with its corrections. */
  invoice: { isZero: boolean; isRefused: boolean } | null
}

const NO_NIP_LATER =
  'NIP-u nie można dopisać po sprzedaży: paragon bez NIP-u nie może stać się fakturą na firmę (art. 106b ust. 5 ustawy o VAT).'

/** What may be done to the buyer of a sale, and what the reader is to know. */
export function findBuyerActs(
  { company, person, isSold, isOver, invoice }: MendableSale,
  actor: 'customer' | 'admin',
): { acts: BuyerAct[]; note: string | null } {
  const none = (note: string | null) => ({ acts: [], note })
  if (company === null && person === null) {
    if (isOver) return none(null)
    return isSold ? none(NO_NIP_LATER) : { acts: ['change'], note: 'Firmę można dopisać tylko przed sprzedażą.' }
  }
  if (invoice === null) {
    if (isOver) return none('Tej sprzedaży już nie ma, więc nie będzie do niej faktury.')
    if (company === null) return { acts: ['change'], note: null }
    const receipt = 'Bez firmy sprzedaż dostanie paragon.'
    return { acts: ['change', 'remove'], note: isSold ? `${receipt} Firmy nie da się potem dopisać.` : receipt }
  }
  if (actor === 'customer') {
    return none('Faktura jest już wystawiona. Jeśli dane są błędne, napisz do nas: poprawić je może tylko sprzedawca.')
  }
  // It never became an invoice: it is sent once more, with the right data.
  if (invoice.isRefused)
    return { acts: ['change'], note: 'KSeF odrzucił tę fakturę. Popraw dane i wyślij ją ponownie.' }
  if (invoice.isZero) return none('Faktura jest skorygowana do zera, więc nie ma na niej czego poprawiać.')
  return { acts: company ? ['correct', 'other_nip'] : ['correct'], note: null }
}

/** The buyer in one line, as mails and the diary tell it; '' without one. */
export function describeBuyer({ company, person }: Pick<MendableSale, 'company' | 'person'>): string {
  if (company) return describeCompany(company)
  return person ? `${person.name}, ${person.street}, ${person.postal_code} ${person.city}` : ''
}

/** Who is on the papers of a sale; null: nobody asked for an invoice. */
export function toInvoiceBuyer({ company, person }: Pick<MendableSale, 'company' | 'person'>): InvoiceBuyer | null {
  if (company) return { kind: 'company', ...company }
  return person && { kind: 'person', ...person }
}

/** What the papers of a sale need for another buyer: a correction of its data, or another invoice for another NIP. */
export function planMend(issued: InvoiceBuyer, wanted: InvoiceBuyer): 'none' | 'correct' | 'replace' {
  if (toComparable(issued) === toComparable(wanted)) return 'none'
  if (issued.kind === 'company' && wanted.kind === 'company' && issued.nip !== wanted.nip) return 'replace'
  return 'correct'
}

function toComparable(buyer: InvoiceBuyer): string {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)))
  const unit = buyer.kind === 'company' ? buyer.unit : undefined
  return sorted({ ...buyer, unit: unit ? sorted(unit) : '' })
}
