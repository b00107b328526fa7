import { z } from 'zod'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { PRODUCT_CSV_BYTES_MAX, PRODUCT_ROWS_MAX } from './product-csv.ts'

/** `ask`: the line has a problem. `add`: a further product, unless it has the same code. */
export const EXISTING_CHOICES = ['ask', 'update', 'add'] as const
export type ExistingChoice = (typeof EXISTING_CHOICES)[number]

const tokenSchema = z
  .string()
  .nullable()
  .meta({ description: 'Null: a preview. The token of a report: applied once if the outcome is still the same.' })

/** A product file, to be previewed or to be applied as previewed. */
export const productImportSchema = defineSchema(() =>
  z.strictObject({
    csv: z.string().max(PRODUCT_CSV_BYTES_MAX, 'Plik jest za duży: najwyżej 1 MB.'),
    token: tokenSchema,
    existing: z
      .enum(EXISTING_CHOICES)
      .default('ask')
      .meta({ description: 'What becomes of a line without an id whose code, or brand and name, a product has' }),
  }),
)
export type ProductImport = z.output<typeof productImportSchema>

/**
 * New values of a product; missing ones stay as they are. The rules of the product form judge them line by line, so that
 * the report names each product with a wrong one.
 */
const bulkRowSchema = defineSchema(() =>
  z.strictObject({
    id: z.uuid(),
    version: z.string().meta({ description: 'The version that was seen; of the stock, `seen` counts' }),
    price: z.number().optional().meta({ description: 'zł', example: 119.9 }),
    reduced_price_grosze: z.int().nullable().optional(),
    reduced_from: z.string().nullable().optional().meta({ description: 'Polish wall clock' }),
    reduced_to: z.string().nullable().optional().meta({ description: 'Polish wall clock' }),
    stock: z
      .strictObject({ stock_quantity: z.int().nullable(), seen: z.int().nullable() })
      .optional()
      .meta({ description: 'Pieces; null: not counted' }),
  }),
)
export type BulkRow = z.input<typeof bulkRowSchema>

/** Changes of many products, to be previewed or to be applied as previewed. */
export const productRowsSchema = defineSchema(() =>
  z.strictObject({
    rows: z.array(bulkRowSchema).max(PRODUCT_ROWS_MAX, `Zmień naraz najwyżej ${PRODUCT_ROWS_MAX} produktów.`),
    token: tokenSchema,
  }),
)
export type ProductRows = z.output<typeof productRowsSchema>

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

/** The outcome of one line of a file, or of one row. */
export const importLineSchema = defineSchema(() =>
  z.object({
    line: z.int().meta({ description: 'Its number in a spreadsheet, or the position of a row' }),
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
      over_limit: z
        .object({ limit: z.int(), lines: z.array(z.int()) })
        .nullable()
        .default(null)
        .meta({ description: 'New products beyond the limit of the shop; a file with any of them cannot be applied' }),
      applied: z.boolean(),
      token: z.string(),
    })
    .meta({ id: 'ProductImportReport' }),
)
export type ImportReport = z.output<typeof importReportSchema>
