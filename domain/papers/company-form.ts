import { z } from 'zod'
import { isNip, readNip } from '#domain/kernel/numbers/tax-numbers.ts'
import { isEmptyField } from '#domain/kernel/text/plain-text.ts'
import { lineSchema, postalCodeSchema, printedLineSchema } from '#domain/kernel/text/text-schemas.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { type Company, UNIT_KINDS } from './company.ts'

const NIP_MESSAGE = 'Sprawdź NIP: ma 10 cyfr, a ostatnia wynika z pozostałych'
/** A number of another country: its two letters, then digits among others. */
const FOREIGN = /^(?!PL|NIP)[A-Z]{2}[\s\-A-Z]*\d/i
const FOREIGN_MESSAGE = 'Wystawiamy faktury tylko na polski NIP: ma 10 cyfr. Firma z zagranicy: napisz do nas.'

/** A typed NIP, stored as ten digits. Other sentences are for numbers of other countries. */
const nipSchema = defineSchema(() =>
  lineSchema('Podaj NIP', 30)
    .refine((typed) => isNip(typed) || FOREIGN.test(typed), NIP_MESSAGE)
    .refine((typed) => isNip(typed) || !FOREIGN.test(typed), FOREIGN_MESSAGE)
    .transform((typed) => readNip(typed) ?? typed),
)

/** What a buyer types for an invoice to a company, under the names of both checkouts. */
export const companyFormSchema = defineSchema(() =>
  z.object({
    company_nip: nipSchema,
    company_name: printedLineSchema('Podaj nazwę firmy', 150),
    company_street: printedLineSchema('Podaj ulicę i numer', 120),
    company_postal_code: postalCodeSchema,
    company_city: printedLineSchema('Podaj miejscowość', 60),
  }),
)
type CompanyForm = z.output<typeof companyFormSchema>

export const COMPANY_FIELDS = [
  'company_nip',
  'company_name',
  'company_street',
  'company_postal_code',
  'company_city',
] as const satisfies readonly (keyof CompanyForm)[]

/** Further fields when a unit of local government or a member of a VAT group buys. */
export const unitFormSchema = defineSchema(() =>
  z.object({
    unit_kind: z.enum(UNIT_KINDS, 'Zaznacz, kto kupuje'),
    unit_nip: z
      .string()
      .trim()
      .transform((typed) => typed || null)
      .pipe(nipSchema.nullable())
      .nullish(),
    unit_name: printedLineSchema('Podaj nazwę', 150),
    unit_street: printedLineSchema('Podaj ulicę i numer', 120),
    unit_postal_code: postalCodeSchema,
    unit_city: printedLineSchema('Podaj miejscowość', 60),
  }),
)
type UnitForm = z.output<typeof unitFormSchema>

export type CompanyField = keyof CompanyForm | keyof UnitForm

export const UNIT_FIELDS = [
  'unit_kind',
  'unit_nip',
  'unit_name',
  'unit_street',
  'unit_postal_code',
  'unit_city',
] as const satisfies readonly (keyof UnitForm)[]

/** The same fields in the body of an order. */
export const companyBodyShape = defineSchema(() => {
  const text = z.string().max(500).nullish()
  return {
    company_nip: text.meta({ description: 'With the four below: an invoice for a company is wanted' }),
    company_name: text,
    company_street: text.meta({ description: 'With its number' }),
    company_postal_code: text,
    company_city: text,
    unit_kind: text.meta({
      description: "'local_government' or 'vat_group': with the five below, who buys under the NIP of the company",
    }),
    unit_nip: text.meta({ description: 'May be absent' }),
    unit_name: text,
    unit_street: text,
    unit_postal_code: text,
    unit_city: text,
  } satisfies Record<CompanyField, z.ZodType>
})

export const companySchema = defineSchema(() => {
  const place = { name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() }
  return z.object({
    nip: z.string(),
    ...place,
    unit: z
      .object({ kind: z.enum(UNIT_KINDS), nip: z.string().nullable(), ...place })
      .optional()
      .meta({ description: 'Who buys under its NIP; absent: the company itself' }),
  })
})

const OWN_NIP_MESSAGE = 'To NIP naszego sklepu. Podaj NIP kupującego.'

/** The fields of a form with the NIP of the seller itself, which cannot be that of its buyer; null: none. */
export function findOwnNip(
  { nip, unit }: Pick<Company, 'nip' | 'unit'>,
  sellerNip: string,
): Partial<Record<CompanyField, string>> | null {
  const own = readNip(sellerNip)
  if (own === null) return null
  if (nip === own) return { company_nip: OWN_NIP_MESSAGE }
  return unit?.nip === own ? { unit_nip: OWN_NIP_MESSAGE } : null
}

/** The company of a filled form, with its unit as soon as one field of that is filled, too. */
export function parseCompany(form: Partial<Record<CompanyField, unknown>>) {
  const withUnit = UNIT_FIELDS.some((name) => !isEmptyField(form[name]))
  return withUnit
    ? companyFormSchema
        .extend(unitFormSchema.shape)
        .transform((typed) => toCompany(typed, typed))
        .safeParse(form)
    : companyFormSchema.transform((typed) => toCompany(typed)).safeParse(form)
}

const toCompany = (form: CompanyForm, unit?: UnitForm): Company => ({
  nip: form.company_nip,
  name: form.company_name,
  street: form.company_street,
  postal_code: form.company_postal_code,
  city: form.company_city,
  // Absent, so that a company without one stays what builds that knew none stored and hashed.
  ...(unit && {
    unit: {
      kind: unit.unit_kind,
      nip: unit.unit_nip ?? null,
      name: unit.unit_name,
      street: unit.unit_street,
      postal_code: unit.unit_postal_code,
      city: unit.unit_city,
    },
  }),
})
