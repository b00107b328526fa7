import { z } from 'zod'
import { isPlainLines } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const BATCH_MAX = 40
export const HAZARD_MAX = 1000
const MOST_BATCHES = 10

/** As it is compared: 'l123 a' and 'L123A' are one batch. */
export const foldBatch = (typed: string): string => typed.toUpperCase().replaceAll(/\s+/g, '')

/** Whether two codes of packages are one: UPC-A is EAN-13 without its leading zero. */
export const isSameCode = (one: string, other: string): boolean => foldCode(one) === foldCode(other)
const foldCode = (code: string) => code.trim().replace(/^0+(?=\d{6})/, '')

const batchSchema = defineSchema(() =>
  z
    .string()
    .transform(foldBatch)
    .pipe(
      z
        .string()
        .min(1, 'Wpisz numer partii z opakowania.')
        .max(BATCH_MAX, `Numer partii ma najwyżej ${BATCH_MAX} znaków.`)
        .regex(/^[\p{L}\p{N}./_-]+$/u, 'Numer partii ma litery, cyfry i znaki . / _ -'),
    ),
)

/** What the packer read from the bottles of one product of a parcel; it replaces what was on the screen. */
export const packedBatchesSchema = defineSchema(() =>
  z.strictObject({
    checkout_id: z.uuid(),
    product_id: z.uuid(),
    code: z.string().max(60).meta({ description: 'EAN as it was scanned or typed; empty: not read' }),
    batches: z.array(batchSchema).max(MOST_BATCHES, `Najwyżej ${MOST_BATCHES} partii.`),
    seen: z
      .array(z.string())
      .optional()
      .meta({ description: 'The batches that were on the screen; absent: whatever was noted is replaced' }),
  }),
)
export type PackedBatches = z.output<typeof packedBatchesSchema>

/** Batches that somebody else has noted, and that the packer's would replace. */
export const notedMeanwhileSchema = defineSchema(() => z.object({ noted: z.array(z.string()) }))

/** 'L1, L2' as the packer types them; a batch may have spaces. */
export const splitBatches = (typed: string): string[] => typed.split(/[,;]/).map(foldBatch).filter(Boolean)

export const recallSchema = defineSchema(() =>
  z.strictObject({
    product_id: z.uuid(),
    batch: batchSchema,
    hazard: z
      .string()
      .trim()
      .min(1, 'Napisz, na czym polega zagrożenie.')
      .max(HAZARD_MAX, `Najwyżej ${HAZARD_MAX} znaków.`)
      .refine(isPlainLines, 'Usuń znaki, których nie da się wydrukować.'),
  }),
)
export type Recall = z.output<typeof recallSchema>

/** 'Partia L1', 'Partie L1, L2'; null: none was noted. */
export const labelBatches = (batches: readonly string[]): string | null =>
  batches.length === 0 ? null : `${batches.length === 1 ? 'Partia' : 'Partie'} ${batches.join(', ')}`

/** 'Partia L1. Po otwarciu zużyj w ciągu 24 miesięcy.' */
export function describeBatches({
  batches,
  opened_months: months,
}: {
  batches: readonly string[]
  opened_months: number | null
}): string | undefined {
  const label = labelBatches(batches)
  if (label === null) return undefined
  return months === null ? label : `${label}. Po otwarciu zużyj w ciągu ${months} mies.`
}
