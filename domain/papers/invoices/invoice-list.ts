import { z } from 'zod'
import { parseCount } from '#domain/kernel/paging.ts'
import { groszeSchema, mailedTokenSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
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

const listedSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    number: z.string(),
    issued_on: z.iso.date(),
    corrects: z.string().nullable().meta({ description: 'The number of the invoice that it corrects' }),
    buyer: z.string(),
    nip: z.string().nullable(),
    gross_grosze: groszeSchema,
    order_id: z.uuid(),
    order_number: z.string(),
    ksef: z
      .enum(['waiting', 'processing', 'accepted', 'refused'])
      .nullable()
      .meta({ description: 'Null: it does not go to KSeF' }),
    ksef_number: z.string().nullable(),
    has_upo: z.boolean().meta({ description: 'Whether the official receipt of KSeF is there' }),
    problem: z.string().nullable(),
  }),
)
export type ListedInvoice = z.output<typeof listedSchema>

export const invoiceListSchema = defineSchema(() =>
  z
    .object({ items: z.array(listedSchema), total: z.int(), page: z.int(), pageSize: z.int() })
    .meta({ id: 'InvoiceList' }),
)
export type InvoiceList = z.output<typeof invoiceListSchema>

export const namedInvoicesSchema = defineSchema(() => z.array(z.object({ id: z.uuid(), number: z.string() })))

/** 'Faktura FV/2026/000123', 'Korekta FK/2026/000007' */
export const nameInvoice = (number: string): string => `${number.startsWith('FK') ? 'Korekta' : 'Faktura'} ${number}`

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

export const linkedInvoiceSchema = defineSchema(() =>
  personInvoiceSchema.extend({
    token: mailedTokenSchema,
    email: z.string().trim().min(1).max(254).meta({ description: 'The address that the order was placed with' }),
  }),
)
