import { z } from 'zod'
import { seenVersionSchema } from '#domain/kernel/seen-order.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/typed-text.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** The admin's reason, for later readers of the order. */
export const reasonSchema = defineSchema(() =>
  z
    .string()
    .trim()
    .min(3, 'Napisz krótko dlaczego: to zostanie przy zamówieniu.')
    .max(200)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
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
    restock: z
      .array(z.strictObject({ product_id: z.uuid(), quantity: z.int().min(0).max(99) }))
      .max(50)
      .default([])
      .meta({
        description:
          'Pieces that are sold again: of a sent order those named; of one that the refund cancels all but those not named in full',
      }),
    refunds_seen: z.int().min(0).meta({ description: 'The number of refunds that the admin saw' }),
  }),
)
export type AskedRefund = z.output<typeof askedRefundSchema>
