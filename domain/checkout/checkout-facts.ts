import type { z } from 'zod'
import { isEmptyField } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { FactName, FactValues } from '#domain/orders/order-facts.ts'
import {
  COMPANY_FIELDS,
  companyBodyShape,
  companyFormSchema,
  companySchema,
  parseCompany,
  UNIT_FIELDS,
  unitFormSchema,
} from '#domain/papers/company-form.ts'

// The facts of an order as they are typed, sent and stored. What is read of them: orders/order-facts.ts.

const OF_COMPANY = [...COMPANY_FIELDS, ...UNIT_FIELDS] as const

/** The fields of both checkouts, and of the body of an order, that the facts are made of. */
const FACT_FIELDS = [...OF_COMPANY] as const
export type FactField = (typeof FACT_FIELDS)[number]

/** The texts of a form in which nothing was typed. */
export const EMPTY_FACTS = Object.fromEntries(FACT_FIELDS.map((name) => [name, ''])) as Record<FactField, string>

export const factBodyShape = defineSchema(() => companyBodyShape satisfies Record<FactField, z.ZodType>)

/** Wants an invoice for a company; another one than the company buys. */
export type Wishes = { withCompany?: boolean; withUnit?: boolean }

/** The fields that the form of a checkout asks for. */
export const factFormShape = ({ withCompany = false, withUnit = false }: Wishes) => ({
  ...(withCompany && companyFormSchema.shape),
  ...(withCompany && withUnit && unitFormSchema.shape),
})

/** What is sent of them: not what was typed for a wish that was taken back. */
export function pickFacts(
  values: Record<FactField, string> & { withCompany: boolean },
): Partial<Record<FactField, string>> {
  const names = values.unit_kind === '' ? COMPANY_FIELDS : OF_COMPANY
  return values.withCompany ? Object.fromEntries(names.map((name) => [name, values[name]])) : {}
}

/** As an order that waits for its confirmation stores them. Absent: not given. */
export const givenFactShape = defineSchema(
  () => ({ company: companySchema.optional() }) satisfies Record<FactName, z.ZodType>,
)
type GivenFacts = z.output<z.ZodObject<typeof givenFactShape>>

/** What was given in a body, and what is wrong with it. One field of a company asks for all of them. */
export function parseFacts(form: Partial<Record<FactField, unknown>>) {
  const company = OF_COMPANY.some((name) => !isEmptyField(form[name])) ? parseCompany(form) : undefined
  const facts: { [Name in FactName]: GivenFacts[Name] } = { company: company?.data }
  return { facts, issues: company?.error?.issues ?? [] }
}

export const toFactColumns = ({ company }: GivenFacts): FactValues => ({ company: company ?? null })
