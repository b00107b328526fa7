import { z } from 'zod'
import { findReductionProblem, REDUCTION_PROBLEMS } from '#domain/catalog/prices/reduced-price.ts'
import type { ProductField } from '#domain/catalog/product-field.ts'
import { mapFields } from '#domain/catalog/product-field-lists.ts'
import type { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import { hasMainPicture, MAIN_PICTURE_MISSING } from '#domain/catalog/product-pictures.ts'
import { DECANT_MESSAGE, isTraceable } from '#domain/catalog/scents/fillers.ts'
import { hasWholePyramid, PYRAMID_MESSAGE } from '#domain/catalog/scents/scent-pyramid.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { trademarksAcceptedSchema } from '#domain/labels/text-claims.ts'
import { STOCK_MAX } from './admin-product.ts'
import { optionalNumber } from './product-input.ts'

type Fields = typeof PRODUCT_FIELDS
type WriteShape = { [Name in ProductField]: Fields[Name]['write'] }
type NewShape = {
  [Name in ProductField]: Fields[Name] extends { initial: unknown }
    ? z.ZodDefault<Fields[Name]['write']>
    : Fields[Name]['write']
}

/** A new product as the form sends it. Fields without an initial value are required. */
export const newProductSchema = defineSchema(() =>
  z
    .strictObject({
      ...mapFields<NewShape>(({ write, initial }) => (initial === undefined ? write : write.default(initial))),
      stock_quantity: optionalNumber(0, STOCK_MAX, 'Podaj liczbę sztuk albo zostaw puste').default(null),
      trademarks_accepted: trademarksAcceptedSchema,
    })
    .refine(hasWholePyramid, { path: ['notes_pyramid'], error: PYRAMID_MESSAGE })
    .refine(isTraceable, { path: ['batch'], error: DECANT_MESSAGE })
    .refine(hasMainPicture, { path: ['image_key'], error: MAIN_PICTURE_MISSING })
    .superRefine((product, context) => {
      const problem = findReductionProblem(product, toWallClock(new Date()))
      if (problem === null) return
      const { field, sentence } = REDUCTION_PROBLEMS[problem]
      context.addIssue({ code: 'custom', path: [field], message: sentence })
    })
    .meta({ id: 'NewProduct' }),
)
export type NewProduct = z.output<typeof newProductSchema>

/** Changes of a product that was seen in this version. Missing fields stay as they are. */
export const productChangesSchema = defineSchema(() =>
  z
    .strictObject(mapFields<WriteShape>(({ write }) => write))
    .partial()
    .extend({ version: z.string(), trademarks_accepted: trademarksAcceptedSchema })
    .meta({ id: 'ProductChanges' }),
)
export type ProductChanges = z.output<typeof productChangesSchema>
