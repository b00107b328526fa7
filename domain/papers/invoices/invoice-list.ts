import { z } from 'zod'
import { parseCount } from '#domain/kernel/lists/paging.ts'
import { mailedTokenSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { personInvoiceSchema } from './person-invoice.ts'

const LIST_KINDS = ['all', 'invoice', 'correction'] as const

/** Which papers the owner's list shows. */
export const invoiceFiltersSchema = defineSchema(() =>
  z.object({
    search: z.string().trim().max(100).default(''),
    kind: z.enum(LIST_KINDS).default('all'),
    month: z
      .string()
      .regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/)
      .default(''),
    page: z
      .string()
      .default('1')
      .transform((page) => parseCount(page, 1, 100_000)),
  }),
)
export type InvoiceFilters = z.output<typeof invoiceFiltersSchema>

export const namedInvoicesSchema = defineSchema(() => z.array(z.object({ id: z.uuid(), number: z.string() })))

/** 'Faktura FV/2026/000123', 'Korekta FK/2026/000007' */
export const labelInvoice = (number: string): string => `${number.startsWith('FK') ? 'Korekta' : 'Faktura'} ${number}`

/** The invoices of an own order. */
export const ownInvoicesSchema = defineSchema(() =>
  z
    .object({
      invoices: namedInvoicesSchema,
      may_ask: z.boolean().meta({ description: 'Whether a person may still ask for an invoice' }),
    })
    .meta({ id: 'OwnInvoices' }),
)
export type OwnInvoices = z.output<typeof ownInvoicesSchema>

/** Who opens data of the buyer by a link, which may have been passed on. */
export const linkedPersonSchema = defineSchema(() =>
  z.strictObject({
    token: mailedTokenSchema,
    email: z.string().trim().min(1).max(254).meta({ description: 'The address that the order was placed with' }),
  }),
)

export const linkedInvoiceSchema = defineSchema(() => personInvoiceSchema.extend(linkedPersonSchema.shape))
