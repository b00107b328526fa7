import { z } from 'zod'
import { seenVersionSchema } from '#domain/kernel/order-words/order-act-fields.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The admin's reason, for later readers of the order. */
export const reasonSchema = defineSchema(() =>
  z
    .string()
    .trim()
    .min(3, 'Napisz krótko dlaczego: to zostanie przy zamówieniu.')
    .max(200)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
)

export const piecesSchema = z
  .array(z.strictObject({ product_id: z.uuid(), quantity: z.int().min(0).max(99) }))
  .max(50)
  .default([])

/** What money that goes back on an order's page is for. */
export const REFUND_PURPOSES = ['goodwill', 'returned', 'delivery'] as const
export const purposeShape = {
  purpose: z
    .enum(REFUND_PURPOSES)
    .default('goodwill')
    .meta({ description: 'A lower price, pieces that came back, delivery' }),
  returned: piecesSchema.meta({ description: 'The pieces that came back' }),
}
export type AskedPurpose = { purpose: (typeof REFUND_PURPOSES)[number]; returned: z.output<typeof piecesSchema> }

/** Whether money that goes back without a case ends the code for the samples of its order. */
export const endCodeSchema = defineSchema(() =>
  z.boolean().default(true).meta({ description: 'Ends the unused code that was given for samples of this order' }),
)

/** A refund that the admin requests. */
export const askedRefundSchema = defineSchema(() =>
  z.strictObject({
    refund_id: z.uuid().meta({ description: 'Made by the caller; the same id means the same refund' }),
    payment_id: z.uuid(),
    amount_grosze: z.int().min(1).max(100_000_000),
    reason: reasonSchema,
    outside: z.boolean().default(false).meta({ description: 'The money was already refunded outside the provider' }),
    version: seenVersionSchema,
    ...purposeShape,
    restock: piecesSchema.meta({
      description:
        'Pieces that are sold again: of a sent order those named; of one that the refund cancels all but those not named in full',
    }),
    end_code: endCodeSchema,
    refunds_seen: z.int().min(0).meta({ description: 'The number of refunds that the admin saw' }),
  }),
)
export type AskedRefund = z.output<typeof askedRefundSchema>
