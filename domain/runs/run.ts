import { z } from 'zod'
import { defineSchema, momentSchema } from '#domain/wire-schema.ts'

/**
 * Work on many products that goes on in steps, each product on its own: all of them to the payment provider, or to its other
 * mode, which is then switched to.
 */
export const RUN_KINDS = ['product-sync', 'payment-mode'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** Why one product or the whole run failed, in words. */
export const RUN_FAILURES = {
  provider_unavailable: 'Dostawca płatności nie odpowiada. Spróbuj ponownie za chwilę.',
  provider_refused: 'Dostawca płatności odrzucił dane produktu.',
  provider_unknown_id: 'Dostawca płatności nie zna już tego produktu.',
  payment_keys_missing: 'Brak kluczy dostawcy płatności w tym trybie.',
  products_failed: 'Nie wszystkie produkty udało się przenieść. Tryb się nie zmienił.',
  interrupted: 'Praca została przerwana. Uruchom ją ponownie.',
} as const
export type RunFailure = keyof typeof RUN_FAILURES

/** Of so many failed products the run says the names. */
export const MOST_RUN_ERRORS = 50

export const runSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.enum(RUN_KINDS),
      mode: z.enum(['test', 'live']),
      status: z.enum(['running', 'done', 'failed']),
      /** A Polish sentence where the whole run failed. */
      failure: z.string().nullable(),
      total: z.int(),
      done: z.int(),
      failed: z.int(),
      /** The first products that failed, by name. */
      errors: z.array(z.object({ product_id: z.uuid(), name: z.string(), message: z.string() })),
      created_at: momentSchema,
      finished_at: momentSchema.nullable(),
    })
    .meta({ id: 'Run' }),
)
export type Run = z.output<typeof runSchema>

/** A stored reason in words; one of an earlier release says no more than that it failed. */
export function describeRunFailure(reason: string | null): string {
  const sentences: Partial<Record<string, string>> = RUN_FAILURES
  return sentences[reason ?? ''] ?? 'Nie udało się.'
}
