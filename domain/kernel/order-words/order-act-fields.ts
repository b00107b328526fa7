import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The version of order and parcel that was on the screen. Nothing happens once either has changed. */
export const seenVersionSchema = defineSchema(() =>
  z.string().max(60).optional().meta({ description: 'The version of order and parcel that the admin saw' }),
)

/** How many pieces of a product of an order are sold again. */
export type SoldAgain = { product_id: string; quantity: number }

/** How many pieces of each product are sold again: a broken bottle is not. */
export const restockSchema = defineSchema(() =>
  z
    .array(z.strictObject({ order_id: z.uuid(), product_id: z.uuid(), quantity: z.int().min(0).max(99) }))
    .max(500)
    .optional()
    .meta({ description: 'Pieces that are sold again; of products that it does not name: all' }),
)
export type Restock = z.output<typeof restockSchema>
