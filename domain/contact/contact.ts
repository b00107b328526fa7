import { z } from 'zod'
import { phoneSchema } from '#domain/kernel/numbers/phone-number.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { typedLinesSchema } from '#domain/kernel/text/text-schemas.ts'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const MAX_MESSAGE_LENGTH = 4000
const MAX_NAME_LENGTH = 100

export const CONTACT_TEXTS = {
  required: 'Wypełnij wszystkie wymagane pola',
  nameRequired: 'Podaj imię i nazwisko',
  messageRequired: 'Wiadomość jest wymagana',
  failed: 'Nie udało się wysłać wiadomości. Spróbuj ponownie.',
} as const

export const contactMessageSchema = defineSchema(() =>
  z.strictObject({
    name: z
      .string({ error: CONTACT_TEXTS.nameRequired })
      .trim()
      .min(1, CONTACT_TEXTS.nameRequired)
      .max(MAX_NAME_LENGTH, `Wpisz najwyżej ${MAX_NAME_LENGTH} znaków.`)
      .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
    email: emailSchema,
    phone: z.preprocess(
      (typed) => (typeof typed === 'string' && typed.trim() === '' ? null : (typed ?? null)),
      phoneSchema.nullable(),
    ),
    message: typedLinesSchema(MAX_MESSAGE_LENGTH, CONTACT_TEXTS.messageRequired),
  }),
)
export type ContactMessage = z.output<typeof contactMessageSchema>

/** Signs of a program that fills in every form: a hidden field, and how long the form was open. */
export const contactSubmissionSchema = defineSchema(() =>
  contactMessageSchema.extend({
    website: z.string().max(200).optional().meta({ description: 'Hidden from people, so it stays empty.' }),
    open_ms: z.int().min(0).optional().meta({ description: 'How long the form was open; people need some seconds.' }),
  }),
)
export type ContactSubmission = z.output<typeof contactSubmissionSchema>

/** No person fills in the form faster than this, ms. */
export const SHORTEST_OPEN_MS = 2000

/** Whether a program seems to have filled in the form. */
export function looksAutomated({ website = '', open_ms = SHORTEST_OPEN_MS }: ContactSubmission): boolean {
  return website.trim() !== '' || open_ms < SHORTEST_OPEN_MS
}

/** The summary that is shown in addition to the messages at the fields. */
export function summarizeContact(
  fields: Partial<Record<string, string>>,
  values: Partial<Record<string, string>>,
): { title: string } | undefined {
  const missing = ['name', 'email', 'message'].some((name) => name in fields && (values[name] ?? '').trim() === '')
  return missing ? { title: CONTACT_TEXTS.required } : undefined
}
