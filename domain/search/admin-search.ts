import { z } from 'zod'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Query of GET /api/admin/search. */
export const adminSearchQuerySchema = defineSchema(() =>
  z.object({ q: z.string().trim().max(100).refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE) }),
)

/** The results of a search over everything, the best few of each kind. */
export const adminSearchSchema = defineSchema(() =>
  z
    .object({
      orders: z.array(
        z.object({
          id: z.uuid(),
          number: z.string(),
          name: z.string(),
          email: z.string(),
          phone: z.string(),
          status: z.enum(ORDER_STATUSES),
          placed_at: momentSchema,
          total_grosze: groszeSchema,
        }),
      ),
      parcels: z
        .array(z.object({ order_id: z.uuid(), number: z.string(), tracking_number: z.string(), name: z.string() }))
        .meta({ description: 'By tracking number' }),
      products: z.array(
        z.object({
          id: z.uuid(),
          slug: z.string(),
          name: z.string(),
          brand: z.string(),
          image_key: z.string().nullable(),
        }),
      ),
      brands: z.array(z.object({ id: z.uuid(), name: z.string() })),
    })
    .meta({ id: 'AdminSearch' }),
)
export type AdminSearch = z.output<typeof adminSearchSchema>
