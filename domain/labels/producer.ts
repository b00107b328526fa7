import { z } from 'zod'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The producer of a product and the responsible person, as buyers read them. */
export const producerSchema = defineSchema(() =>
  z
    .object({
      name: z.string(),
      address: z.string(),
      contact: z.string().meta({ description: 'An e-mail address or the address of a web page' }),
      responsible: z
        .object({ name: z.string(), address: z.string(), contact: z.string() })
        .nullable()
        .meta({ description: 'The responsible person in the EU, where the producer is outside' }),
    })
    .meta({ id: 'Producer' }),
)
export type Producer = z.output<typeof producerSchema>

const CONTACT_MESSAGE = 'Podaj adres e-mail albo adres strony, na przykład https://producent.pl/kontakt'

/** An e-mail address, or the https or http address of a page: a contact that needs no phone call. */
function isContact(contact: string): boolean {
  return (
    z.email().safeParse(normalizeEmail(contact)).success || z.url({ protocol: /^https?$/ }).safeParse(contact).success
  )
}

const lineSchema = (message: string, least: number, most: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(least, message).max(most, `Najwyżej ${most} znaków`))
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE)
const optionalLineSchema = (message: string, least: number, most: number) =>
  z.union([z.literal('').transform(() => null), z.null(), lineSchema(message, least, most)])

const RESPONSIBLE = ['responsible_name', 'responsible_address', 'responsible_contact'] as const

/** A producer as the form sends it. */
export const producerInputSchema = defineSchema(() =>
  z
    .strictObject({
      name: lineSchema('Podaj nazwę producenta', 2, 120),
      address: lineSchema('Podaj adres pocztowy z krajem', 5, 200),
      contact: lineSchema(CONTACT_MESSAGE, 4, 200).refine(isContact, CONTACT_MESSAGE),
      is_in_eu: z.boolean(),
      responsible_name: optionalLineSchema('Podaj nazwę osoby odpowiedzialnej', 2, 120),
      responsible_address: optionalLineSchema('Podaj adres pocztowy w Unii', 5, 200),
      responsible_contact: optionalLineSchema(CONTACT_MESSAGE, 4, 200).refine(
        (contact) => contact === null || isContact(contact),
        CONTACT_MESSAGE,
      ),
    })
    .check(({ value, issues }) => {
      const isNeeded = !value.is_in_eu || RESPONSIBLE.some((name) => value[name] !== null)
      for (const name of RESPONSIBLE) {
        if (!isNeeded || value[name] !== null) continue
        const message = value.is_in_eu
          ? 'Uzupełnij osobę odpowiedzialną albo zostaw wszystkie jej pola puste'
          : 'Producent spoza Unii musi mieć osobę odpowiedzialną w Unii'
        issues.push({ code: 'custom', path: [name], message, input: value[name] })
      }
    }),
)
export type ProducerInput = z.output<typeof producerInputSchema>

export const producerUpdateSchema = defineSchema(() => producerInputSchema.safeExtend({ version: z.string() }))
export const producerRemovalSchema = defineSchema(() => z.strictObject({ version: z.string() }))
