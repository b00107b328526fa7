import { z } from 'zod'
import { defineSchema, momentSchema } from '#domain/kernel/wire-schema.ts'
import { type CarrierProblem, describeCarrierProblem } from '#domain/shipping/carrier/carrier-shipment.ts'

/**
 * Work on many things that goes on in steps, each on its own: all products to the payment provider, or to its other mode, which
 * is then switched to; parcels to the carrier.
 */
export const RUN_KINDS = ['product-sync', 'payment-mode', 'carrier-shipments'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** Why one product or the whole run failed, in words; why a parcel failed: CarrierProblem. */
export const RUN_FAILURES = {
  provider_unavailable: 'Dostawca płatności nie odpowiada. Spróbuj ponownie za chwilę.',
  provider_refused: 'Dostawca płatności odrzucił dane produktu.',
  provider_unknown_id: 'Dostawca płatności nie zna już tego produktu.',
  payment_keys_missing: 'Brak kluczy dostawcy płatności w tym trybie.',
  products_failed: 'Nie wszystkie produkty udało się przenieść. Tryb się nie zmienił.',
  interrupted: 'Praca została przerwana. Uruchom ją ponownie.',
} as const
export type RunFailure = keyof typeof RUN_FAILURES

/** Of so many that failed the run says the names. */
export const MOST_RUN_ERRORS = 50

export const runSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.enum(RUN_KINDS),
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

/** A stored reason in words; one of an earlier release says no more than that it failed. */
export function describeRunFailure(reason: string | null, parcel: CarrierProblem | null = null): string {
  const sentences: Partial<Record<string, string>> = RUN_FAILURES
  return sentences[reason ?? ''] ?? describeCarrierProblem(parcel ?? { reason: reason ?? '' })
}
