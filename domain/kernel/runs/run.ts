import { z } from 'zod'
import { defineSchema, momentSchema } from '#domain/kernel/wire-schema.ts'

/** Of so many that failed the run says the names. */
export const MOST_RUN_ERRORS = 50

/** Work on many things that goes on in steps, each on its own, such as all products to the payment provider. */
export const runSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.string(),
      mode: z.enum(['test', 'live']).nullable().meta({ description: 'null: it is about parcels' }),
      status: z.enum(['running', 'done', 'failed']),
      /** A Polish sentence where the whole run failed. */
      failure: z.string().nullable(),
      total: z.int(),
      done: z.int(),
      failed: z.int(),
      /** The first that failed, by name; ids of products or of checkouts. */
      errors: z.array(z.object({ id: z.uuid(), name: z.string(), message: z.string() })),
      created_at: momentSchema,
      finished_at: momentSchema.nullable(),
    })
    .meta({ id: 'Run' }),
)
export type Run = z.output<typeof runSchema>

/** Why a run, or one thing of it, failed that nobody goes on with. */
export const INTERRUPTED = 'interrupted'
export const INTERRUPTED_TEXT = 'Praca została przerwana. Uruchom ją ponownie.'
