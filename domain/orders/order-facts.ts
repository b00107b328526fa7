import type { Selectable } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { OrderFact } from '#domain/kernel/order-words/order-fact.ts'
import type { CsvCell, CsvColumns } from '#domain/kernel/text/csv.ts'
import { describeCompany } from '#domain/papers/company.ts'

// What an order says besides products, sums, payment, recipient and destination: one record a fact. How it is typed,
// sent and stored: checkout/checkout-facts.ts.

type Checkouts = Selectable<Database['checkouts']>

/** Every column of `checkouts` that is none of these is a fact, and has a record. */
export type FactName = Exclude<
  keyof Checkouts,
  | 'id'
  | 'user_id'
  | 'created_at'
  | 'payment'
  | 'delivery'
  | 'shipping_method'
  | 'items_grosze'
  | 'shipping_grosze'
  | 'total_grosze'
  | 'delivery_vat_rate'
  | 'terms_version'
  | 'terms_accepted_at'
  | 'client_network'
  | 'on_https'
  | 'invoice_person'
  | 'buyer_mended_at'
  | 'papers_elsewhere'
>
/** Null: its buyer gave none. */
export type FactValues = Pick<Checkouts, FactName>

type Words<Value> = ((value: Value) => OrderFact) | null

/** What each audience reads of a fact that was given; null: nothing. */
type FactRecord<Value> = {
  /** In the panel. */
  buyer: Words<Value>
  /** Behind the mailed link, which somebody else may hold: the same words, whatever the fact says. */
  holder: OrderFact | null
  owner: Words<Value>
  /** At the desk and on the slip. */
  packer: Words<Value>
  mail: Words<Value>
  contract: Words<Value>
  /** Columns of the file of orders. */
  file: readonly (readonly [head: string, read: (value: Value) => CsvCell])[]
}
export type Audience = Exclude<keyof FactRecord<never>, 'file'>

export const ORDER_FACTS: { [Name in FactName]: FactRecord<NonNullable<FactValues[Name]>> } = {
  company: {
    // The panel and the owner's page have a form for it.
    buyer: null,
    owner: null,
    holder: { label: 'Faktura', text: 'na firmę' },
    packer: () => ({ label: 'Faktura na firmę', text: 'bez paragonu' }),
    mail: (company) => ({ label: 'Faktura na firmę', text: describeCompany(company) }),
    contract: (company) => ({ label: 'Faktura', text: describeCompany(company) }),
    file: [
      ['NIP do faktury', ({ nip }) => nip],
      ['Firma do faktury', describeCompany],
    ],
  },
}

export const FACT_NAMES = Object.keys(ORDER_FACTS) as FactName[]
export const FACT_COLUMNS = FACT_NAMES.map((name) => `checkouts.${name}` as const)

/** What this audience reads of the facts that were given. */
export const listFacts = (of: Partial<FactValues>, audience: Audience): OrderFact[] =>
  FACT_NAMES.flatMap((name) => findWords(name, of[name], audience) ?? [])

function findWords<Name extends FactName>(name: Name, value: Partial<FactValues>[Name], audience: Audience) {
  const words = ORDER_FACTS[name][audience]
  if (value === null || value === undefined) return null
  return typeof words === 'function' ? words(value) : words
}

/** All of their columns in the file of orders. */
export const FACTS_IN_FILE: CsvColumns<FactValues> = FACT_NAMES.flatMap(listColumns)

function listColumns<Name extends FactName>(name: Name): CsvColumns<FactValues> {
  return ORDER_FACTS[name].file.map(([head, read]) => [
    head,
    ({ [name]: value }: FactValues) => (value === null ? null : read(value)),
  ])
}
