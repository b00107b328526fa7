import { z } from 'zod'
import { typedLinesSchema } from '#domain/kernel/text/text-schemas.ts'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The most characters of a note. */
export const NOTE_MOST = 1000

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
