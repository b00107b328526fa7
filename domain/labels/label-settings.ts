import { z } from 'zod'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { daySchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const TRADEMARKS_MAX = 500
export const CONSENT_NOTE_MAX = 500

const givenDaySchema = defineSchema(() => daySchema('Podaj datę').nullable())

/** What the owner records about labels. */
export const labelSettingsChangeSchema = defineSchema(() =>
  z.strictObject({
    carrier_consent_on: givenDaySchema,
    carrier_consent_note: z
      .string()
      .nullable()
      .transform((text) => text?.trim() || null)
      .refine((text) => (text ?? '').length <= CONSENT_NOTE_MAX, `Najwyżej ${CONSENT_NOTE_MAX} znaków`)
      .refine((text) => isPlainText((text ?? '').replaceAll('\n', ' ')), FORBIDDEN_CHARACTERS_MESSAGE),
    accessibility_reviewed_on: givenDaySchema,
    sample_labels_on: givenDaySchema.optional().meta({ description: 'Absent: as it is' }),
    trademarks: z
      .array(z.string().trim().min(2, 'Nazwa musi mieć minimum 2 znaki').max(60, 'Nazwa może mieć najwyżej 60 znaków'))
      .max(TRADEMARKS_MAX, `Najwyżej ${TRADEMARKS_MAX} nazw`)
      .transform((marks) => [...new Set(marks)].toSorted((one, other) => one.localeCompare(other, 'pl'))),
    version: z.string(),
  }),
)
export type LabelSettingsChange = z.output<typeof labelSettingsChangeSchema>

/** Whether the carrier agreed in writing to carry flammable goods: a day, and the file or a note about it. */
export function hasCarrierConsent({
  carrier_consent_on,
  carrier_consent_note,
  files,
}: Pick<LabelSettingsChange, 'carrier_consent_on' | 'carrier_consent_note'> & {
  files: { 'carrier-consent': object | null }
}): boolean {
  return carrier_consent_on !== null && (carrier_consent_note !== null || files['carrier-consent'] !== null)
}
