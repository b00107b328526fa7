import { z } from 'zod'
import { sizeShape } from '#domain/catalog/scents/sized-name.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Units of the figures, each with the number of periods shown, the present one last. */
export const FIGURE_PERIODS = { day: 30, week: 13, month: 12 } as const
export const FIGURE_UNITS = ['day', 'week', 'month'] as const
export type FigureUnit = (typeof FIGURE_UNITS)[number]

const sumsSchema = defineSchema(() =>
  z.object({
    /** Checkouts, each one parcel. */
    checkouts: z.int(),
    /** Sales that began: orders placed to be paid on delivery, and payments that arrived. */
    orders: z.int(),
    sold_grosze: groszeSchema,
    /** The part of the sales that is paid on delivery. */
    on_delivery_grosze: groszeSchema,
    /** Sales on delivery that were cancelled or reduced, whenever they were placed. */
    undone_grosze: groszeSchema,
    /** Money that went back, whenever the order was placed. */
    refunded_grosze: groszeSchema,
  }),
)
export type SalesSums = z.output<typeof sumsSchema>

/** Pieces of orders that still count. */
const soldSchema = defineSchema(() => z.object({ name: z.string(), pieces: z.int(), goods_grosze: groszeSchema }))

export const salesFiguresSchema = defineSchema(() =>
  z
    .object({
      unit: z.enum(FIGURE_UNITS),
      periods: z.array(
        sumsSchema.extend({ start: z.string().meta({ description: 'First day in Warsaw, YYYY-MM-DD.' }) }),
      ),
      /** The money of all periods shown, and of as many before them. */
      now: sumsSchema,
      before: sumsSchema,
      products: z.array(
        soldSchema.extend({
          ...sizeShape.shape,
          brand_name: z.string(),
          margin_grosze: groszeSchema
            .nullable()
            .meta({ description: 'Null where the purchase cost of a sold piece is unknown.' }),
        }),
      ),
      brands: z.array(soldSchema),
      /** What is left of prices without VAT and purchase cost, of the pieces whose cost is known. */
      margin: z.object({ grosze: groszeSchema, pieces: z.int(), unknown_pieces: z.int() }),
      stock: z.object({
        /** Counted pieces at present prices. */
        value_grosze: groszeSchema,
        pieces: z.int(),
        uncounted_products: z.int(),
        running_out: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            ...sizeShape.shape,
            brand_name: z.string(),
            stock_quantity: z.int(),
            sold_30_days: z.int(),
            /** At the pace of the last 30 days; null without sales. */
            days_left: z.int().nullable(),
          }),
        ),
      }),
    })
    .meta({ id: 'SalesFigures' }),
)
export type SalesFigures = z.output<typeof salesFiguresSchema>
