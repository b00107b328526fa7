import { z } from 'zod'
import { defineSchema } from '#domain/wire-schema.ts'
import type { ProviderEvent } from './payment-provider.ts'

/** What the shop stores of a webhook: what it acts on, and none of the names and addresses beside. */
export const storedEventSchema = defineSchema(
  (): z.ZodType<ProviderEvent> =>
    z.object({
      id: z.string(),
      type: z.string(),
      mode: z.enum(['test', 'live']),
      about: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('session'), sessionId: z.string() }),
        z.object({
          kind: z.literal('refund'),
          providerPaymentId: z.string().nullable(),
          refundId: z.string().nullable(),
        }),
        z.object({
          kind: z.literal('dispute'),
          providerPaymentId: z.string().nullable(),
          disputeId: z.string(),
          status: z.string(),
          amountGrosze: z.int(),
        }),
        z.object({ kind: z.literal('other') }),
      ]),
    }),
)
