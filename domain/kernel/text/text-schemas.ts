import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { containsLink, LINK_MESSAGE } from './link-detection.ts'
import { countCharacters, FORBIDDEN_CHARACTERS_MESSAGE, isPlainLines, isPlainText, tidyLines } from './plain-text.ts'
import { isPrintable } from './printable.ts'

/** A typed line: trimmed, and free of unreadable characters. */
// @__NO_SIDE_EFFECTS__
export function lineSchema(required: string, max: number) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `Wpisz najwyżej ${max} znaków`)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE)
}

const UNPRINTABLE_MESSAGE = 'Usuń emoji i znaki, których nie da się wydrukować na fakturze'

/** A typed line that papers show as it is. */
// @__NO_SIDE_EFFECTS__
export function printedLineSchema(required: string, max: number) {
  return lineSchema(required, max).refine((typed) => isPrintable(typed.normalize('NFC')), UNPRINTABLE_MESSAGE)
}

/** A typed text of several lines: tidied, and free of unreadable characters. `required`: why it may not be empty. */
// @__NO_SIDE_EFFECTS__
export function typedLinesSchema(max: number, required?: string) {
  return z
    .string({ error: required })
    .transform(tidyLines)
    .pipe(
      z
        .string()
        .min(required === undefined ? 0 : 1, required)
        .refine((text) => countCharacters(text) <= max, `Wpisz najwyżej ${max} znaków.`)
        .refine(isPlainLines, FORBIDDEN_CHARACTERS_MESSAGE),
    )
}

/**
 * The name of a person or a town. Mails contain it, so an address in it would put a stranger's link into the shop's
 * mails.
 */
// @__NO_SIDE_EFFECTS__
export function plainNameSchema(required: string, max: number) {
  return lineSchema(required, max).refine((typed) => !containsLink(typed), LINK_MESSAGE)
}

/** Stored as '00-000', even when it was typed without the hyphen or pasted with another dash. */
export const postalCodeSchema = defineSchema(() =>
  lineSchema('Podaj kod pocztowy', 10)
    .regex(/^\d{2}[\s\p{Pd}]*\d{3}$/u, 'Podaj kod pocztowy w formacie 00-000')
    .transform((typed) => `${typed.slice(0, 2)}-${typed.slice(-3)}`),
)
