import { z } from 'zod'
import { typedLinesSchema } from '#domain/kernel/text/text-schemas.ts'
import { emailSchema, groszeSchema, momentSchema, pageShapeOf } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The most characters of a note. */
export const NOTE_MOST = 1000

export const buyerSchema = defineSchema(() =>
  z
    .object({
      email: z.string(),
      name: z.string().meta({ description: 'Of the newest order' }),
      orders: z.int().meta({ description: 'Checkouts, cancelled ones among them' }),
      kept_grosze: groszeSchema.meta({ description: 'What was sold, less what was undone and went back' }),
      last_at: momentSchema,
      returned_parcels: z.int().meta({ description: 'Parcels that the carrier brought back' }),
      note: z.string(),
      cash_on_delivery: z.boolean().meta({ description: 'Whether the shop takes orders to be paid on delivery' }),
      version: z.string().nullable().meta({ description: 'Sent back with a change; null: nothing is noted yet' }),
    })
    .meta({ id: 'Buyer' }),
)
export type ListedBuyer = z.output<typeof buyerSchema>

export const buyerListSchema = defineSchema(() => z.object(pageShapeOf(buyerSchema)))
export type BuyerList = z.output<typeof buyerListSchema>

export const buyerNoteSchema = defineSchema(() =>
  z.strictObject({
    note: typedLinesSchema(NOTE_MOST),
    cash_on_delivery: z.boolean(),
  }),
)

/** Body of PATCH /api/admin/buyers. */
export const buyerChangeSchema = defineSchema(() =>
  buyerNoteSchema.extend({ email: emailSchema, version: z.string().nullable() }),
)
export type BuyerChange = z.output<typeof buyerChangeSchema>
