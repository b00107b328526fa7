import { z } from 'zod'
import { parseCount } from '#domain/kernel/lists/paging.ts'
import { groszeSchema, mailedTokenSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { MISTAKE_SUBJECTS } from './invoice-mistakes.ts'
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
    replaces: z
      .string()
      .nullable()
      .meta({ description: 'The number of the invoice with a wrong NIP in whose place it is' }),
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

/** A sale that cannot get its invoice or correction. */
const unissuedSchema = defineSchema(() =>
  z.object({
    order_id: z.uuid(),
    order_number: z.string(),
    buyer: z.string(),
    since: momentSchema,
    mistakes: z.array(z.object({ about: z.enum(MISTAKE_SUBJECTS), text: z.string() })),
  }),
)
export type UnissuedInvoice = z.output<typeof unissuedSchema>

export const invoiceListSchema = defineSchema(() =>
  z
    .object({
      items: z.array(listedSchema),
      total: z.int(),
      page: z.int(),
      pageSize: z.int(),
      unissued: z.array(unissuedSchema).meta({ description: 'Sales whose paper cannot be issued until it is mended' }),
    })
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

/** Who opens data of the buyer by a link, which may have been passed on. */
export const linkedPersonSchema = defineSchema(() =>
  z.strictObject({
    token: mailedTokenSchema,
    email: z.string().trim().min(1).max(254).meta({ description: 'The address that the order was placed with' }),
  }),
)

export const linkedInvoiceSchema = defineSchema(() => personInvoiceSchema.extend(linkedPersonSchema.shape))
