import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { CompanyUnit } from '#domain/papers/company.ts'
import type { Invoice, InvoiceBuyer, InvoiceLine } from '#domain/papers/invoice.ts'
import { subtractSums, sumByRate } from '#domain/papers/vat.ts'

export const SELLER_NIP = '5260250995'

export const aLine = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  name: 'Woda perfumowana „Ambra & Sól” 50 ml',
  code: '5901234123457',
  quantity: 2,
  unit: 'szt.',
  rate: '23',
  gross_grosze: 20_000,
  ...changes,
})

const DELIVERY = aLine({ name: 'Dostawa', code: '', quantity: 1, unit: 'usł.', gross_grosze: 1_599 })

const UNIT: CompanyUnit = {
  kind: 'local_government',
  nip: null,
  name: 'Szkoła Podstawowa nr 1 „Róża”',
  street: 'ul. Szkolna 5',
  postal_code: '32-020',
  city: 'Wieliczka',
}

const COMPANY = {
  kind: 'company' as const,
  nip: '5213017228',
  name: 'Sklep „Róża” & Syn',
  street: 'ul. Szamocka 3',
  postal_code: '01-748',
  city: 'Warszawa',
}

/** A buyer under whose NIP another one buys: a unit of local government without a NIP of its own. */
export const aBuyerWithUnit = (changes: Partial<CompanyUnit> = {}): InvoiceBuyer => ({
  ...COMPANY,
  unit: { ...UNIT, ...changes },
})

/** Two bottles and their delivery, for a company. */
export function anInvoice(changes: Partial<Invoice> = {}): Invoice {
  const lines = changes.lines ?? [aLine(), DELIVERY]
  return {
    number: 'FV/2026/000123',
    issued_on: '2026-11-25',
    sold_on: '2026-11-25',
    seller: {
      nip: SELLER_NIP,
      name: 'Perfumeria Ambra sp. z o.o.',
      address: 'ul. Długa 3/4, 31-146 Kraków',
      bdo: '000123456',
      regon: '012345678',
      email: 'sklep@example.com',
      phone: '+48 601 202 303',
    },
    buyer: COMPANY,
    lines,
    sums: sumByRate(lines),
    gross_grosze: lines.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0),
    order_numbers: ['1a2b3c4d'],
    ordered_on: '2026-11-24',
    payment: 'prepaid',
    paid_on: '2026-11-24',
    has_receipt: false,
    corrected: null,
    ...changes,
  }
}

/** A correction that takes the first line back. */
export function aCorrection(of: Invoice, ksefNumber: string | null, changes: Partial<Invoice> = {}): Invoice {
  const lines = changes.lines ?? of.lines.slice(1)
  const sums = subtractSums(sumByRate(lines), sumByRate(of.lines))
  return {
    ...of,
    number: 'FK/2026/000007',
    lines,
    sums,
    gross_grosze: sums.reduce((sum, { gross_grosze }) => sum + gross_grosze, 0),
    corrected: {
      number: of.number,
      issued_on: of.issued_on,
      ksef_number: ksefNumber,
      reason: 'Zwrot towaru',
      lines_before: of.lines,
    },
    ...changes,
  }
}

/** Stores an issued invoice of a checkout. Returns its id. */
export async function storeInvoice(db: Kysely<Database>, checkoutId: string, content: Invoice): Promise<string> {
  const { number, gross_grosze } = content
  const paper = { number, corrects_id: null, content: JSON.stringify(content), gross_grosze, movements: [] }
  const row = { checkout_id: checkoutId, ...paper }
  return (await db.insertInto('invoices').values(row).returning('id').executeTakeFirstOrThrow()).id
}
