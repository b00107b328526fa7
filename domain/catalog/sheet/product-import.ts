import { z } from 'zod'
import { groszeSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { PRODUCT_CSV_BYTES_MAX } from './product-csv.ts'

/** `ask`: the line has a problem. `add`: a further product, unless it has the same code. */
export const EXISTING_CHOICES = ['ask', 'update', 'add'] as const
export type ExistingChoice = (typeof EXISTING_CHOICES)[number]

/** A product file, to be previewed or to be applied as previewed. */
export const productImportSchema = defineSchema(() =>
  z.strictObject({
    csv: z.string().max(PRODUCT_CSV_BYTES_MAX, 'Plik jest za duży: najwyżej 1 MB.'),
    token: z
      .string()
      .nullable()
      .meta({ description: 'Null: a preview. The token of a report: applied once if the outcome is still the same.' }),
    existing: z
      .enum(EXISTING_CHOICES)
      .default('ask')
      .meta({ description: 'What becomes of a line without an id whose code, or brand and name, a product has' }),
  }),
)
export type ProductImport = z.output<typeof productImportSchema>

const plannedReductionSchema = defineSchema(() =>
  z.object({
    price_grosze: groszeSchema,
    reduced_grosze: groszeSchema,
    lowest_grosze: groszeSchema
      .nullable()
      .meta({ description: 'Of the 30 days before it; null: the product was not sold then' }),
    percent: z.int().meta({ description: 'What may be announced; 0: nothing' }),
  }),
)

/** The outcome of one line of the file. */
export const importLineSchema = defineSchema(() =>
  z.object({
    line: z.int().meta({ description: 'Its number in a spreadsheet' }),
    name: z.string(),
    action: z.enum(['add', 'change', 'same']),
    changes: z
      .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
      .meta({ description: 'Of a new product: everything that it gets' }),
    reduction: plannedReductionSchema.nullable().default(null).meta({ description: 'Of a line that reduces a price' }),
    existing: z.enum(['code', 'name']).nullable().meta({
      description: 'By what the line without an id was found to be a product of the shop or of an earlier line',
    }),
    problems: z.array(z.string()).meta({ description: 'Polish sentences; a file with any of them cannot be applied' }),
  }),
)
export type ImportLine = z.output<typeof importLineSchema>

export const importReportSchema = defineSchema(() =>
  z
    .object({
      lines: z.array(importLineSchema),
      added: z.int(),
      changed: z.int(),
      wrong: z.int().meta({ description: 'Lines with problems' }),
      applied: z.boolean(),
      token: z.string(),
    })
    .meta({ id: 'ProductImportReport' }),
)
export type ImportReport = z.output<typeof importReportSchema>
