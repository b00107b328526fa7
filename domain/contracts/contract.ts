import { z } from 'zod'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { mailedTokenSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Body of POST /api/order-link/contract. */
export const linkedContractSchema = defineSchema(() =>
  z.strictObject({
    token: mailedTokenSchema,
    email: z.string().trim().min(1).max(254).meta({ description: 'The address that the order was placed with' }),
  }),
)

export const linkedContractFileSchema = defineSchema(() =>
  z
    .object({ filename: z.string(), pdf: z.base64().meta({ description: 'The bytes of the file' }) })
    .meta({ id: 'LinkedContract' }),
)

/** 'umowa-12345678.pdf', by the first order of the checkout. */
export const nameContract = (orderId: string): string => `umowa-${formatOrderNumber(orderId)}.pdf`
