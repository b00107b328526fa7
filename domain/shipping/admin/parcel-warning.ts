import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const WARNING_KINDS = ['withdrawal', 'recall', 'dispute', 'refund', 'label'] as const

/**
 * What a person must know before packing or sending a parcel: pieces that were withdrawn while it is in the shop, a
 * recalled batch, money that the bank claims or took back, money that goes back to the buyer, and a label with a former
 * sum or receiver.
 */
export const parcelWarningSchema = defineSchema(() =>
  z.object({
    id: z.uuid().meta({
      description:
        'Of the case, the recall, the dispute, the refunded order or the parcel at the carrier; named by who goes on in spite of it',
    }),
    kind: z.enum(WARNING_KINDS),
    order_ids: z.array(z.uuid()),
    sentence: z.string(),
    takes_out: z.enum(['whole', 'part']).nullable().meta({
      description:
        'How much of the parcel it takes out; null: an unanswered complaint, a recall, a dispute, a refund or a label',
    }),
  }),
)
export type ParcelWarning = z.output<typeof parcelWarningSchema>

/** Ids of the warnings that the caller knows and accepts. */
export const knownWarningsSchema = defineSchema(() =>
  z
    .array(z.uuid())
    .max(100)
    .default([])
    .meta({ description: 'Ids of warnings that the admin saw and goes on in spite of' }),
)

/** The versions of shipments that were on the screen, by their ids. */
export const versionsSchema = defineSchema(() =>
  z.record(z.uuid(), z.string()).default({}).meta({
    description: 'The versions that were seen, by the ids of shipments; a parcel that changed since is not changed',
  }),
)

/** The warnings that a caller did not name. */
export function listUnknown(warnings: readonly ParcelWarning[], known: readonly string[]): ParcelWarning[] {
  return warnings.filter(({ id }) => !known.includes(id))
}

/** The warnings that a person who makes a new label has to know. */
export function withoutLabel(warnings: readonly ParcelWarning[]): ParcelWarning[] {
  return warnings.filter(({ kind }) => kind !== 'label')
}

/** The sentences of warnings as one text. */
export function joinWarnings(warnings: readonly Pick<ParcelWarning, 'sentence'>[]): string {
  return [...new Set(warnings.map(({ sentence }) => sentence))].join(' ')
}
