import { z } from 'zod'
import { isNip } from '#domain/kernel/tax-numbers.ts'
import { lineSchema, postalCodeSchema } from '#domain/kernel/typed-lines.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import type { Company } from './company.ts'

/** What a buyer types for an invoice to a company, under the names of both checkouts. */
export const companyFormSchema = defineSchema(() =>
  z.object({
    // Stored as ten digits, however they were typed.
    company_nip: lineSchema('Podaj NIP', 30)
      .refine(isNip, 'Sprawdź NIP: ma 10 cyfr, a ostatnia wynika z pozostałych')
      .transform((typed) => typed.replaceAll(/\D/g, '')),
    company_name: lineSchema('Podaj nazwę firmy', 150),
    company_street: lineSchema('Podaj ulicę i numer', 120),
    company_postal_code: postalCodeSchema,
    company_city: lineSchema('Podaj miejscowość', 60),
  }),
)
export type CompanyForm = z.output<typeof companyFormSchema>

export const COMPANY_FIELDS = [
  'company_nip',
  'company_name',
  'company_street',
  'company_postal_code',
  'company_city',
] as const satisfies readonly (keyof CompanyForm)[]

export const companySchema = defineSchema(() =>
  z.object({ nip: z.string(), name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() }),
)

export const toCompany = (form: CompanyForm): Company => ({
  nip: form.company_nip,
  name: form.company_name,
  street: form.company_street,
  postal_code: form.company_postal_code,
  city: form.company_city,
})
