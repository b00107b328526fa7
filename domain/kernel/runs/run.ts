import { z } from 'zod'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The most failed items that a run lists by name. */
export const MOST_RUN_ERRORS = 50

/** Work on many items that proceeds in steps, such as sending all products to the payment provider. */
export const runSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.string(),
      mode: z
        .enum(['test', 'live'])
        .nullable()
        .meta({ description: 'Of the payment provider; null: the run is none of its' }),
      status: z.enum(['running', 'done', 'failed']),
      /** A Polish sentence when the whole run failed. */
      failure: z.string().nullable(),
      total: z.int(),
      done: z.int(),
      failed: z.int(),
      /** The first failed items by name; ids of products or of checkouts. */
      errors: z.array(z.object({ id: z.uuid(), name: z.string(), message: z.string() })),
      created_at: momentSchema,
      finished_at: momentSchema.nullable(),
    })
    .meta({ id: 'Run' }),
)
export type Run = z.output<typeof runSchema>

/** Why a run or an item that no process continues has failed. */
export const INTERRUPTED = 'interrupted'
export const INTERRUPTED_TEXT = 'Praca została przerwana. Uruchom ją ponownie.'
