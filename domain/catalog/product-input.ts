import { z } from 'zod'
import { zlToGrosze } from '#domain/money.ts'
import { countCharacters, FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/typed-text.ts'
import { defineSchema } from '#domain/wire-schema.ts'

export const NAME_MAX = 100
export const DESCRIPTION_MAX = 500

export const nameSchema = defineSchema(() =>
  z
    .string('Nazwa produktu jest wymagana')
    .transform((name) => name.replace(/\s+/gu, ' ').trim())
    .refine((name) => name !== '', { error: 'Nazwa produktu jest wymagana', abort: true })
    .refine((name) => countCharacters(name) >= 3, 'Nazwa musi mieć minimum 3 znaki')
    .refine((name) => countCharacters(name) <= NAME_MAX, 'Nazwa nie może przekroczyć 100 znaków')
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
)

const PRICE = /^-?(\d+(\.\d*)?|\.\d+)$/

/** Takes a number of zł, or what a person types: with a comma or a point. */
export const priceSchema = defineSchema(() =>
  z
    .union([z.string(), z.number()], 'Cena jest wymagana')
    .transform((given, context) => {
      const text = String(given).trim().replace(',', '.')
      const zl = PRICE.test(text) ? Number(text) : Number.NaN
      const isNumber = !Number.isNaN(Number(text))
      const message = text === '' ? 'Cena jest wymagana' : isNumber ? findPriceProblem(zl) : 'Wpisz cenę, np. 59,90'
      if (message === null) return zl
      context.addIssue(message)
      return z.NEVER
    })
    .meta({ description: 'zł', example: 119.9 }),
)

function findPriceProblem(zl: number): string | null {
  if (!(zl > 0)) return 'Cena musi być większa od 0'
  if (zl > 999.99) return 'Cena nie może przekroczyć 999.99 zł'
  return zlToGrosze(zl) === undefined ? 'Podaj cenę z dokładnością do 1 grosza' : null
}

export const descriptionSchema = defineSchema(() =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => countCharacters(text) <= DESCRIPTION_MAX, 'Opis nie może przekroczyć 500 znaków')
    .refine((text) => text.split('\n').every(isPlainText), FORBIDDEN_CHARACTERS_MESSAGE),
)

/** A line of text; '' and null: not known. */
export function optionalText(most: number) {
  return z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .refine((text) => countCharacters(text ?? '') <= most, `Najwyżej ${most} znaków`)
    .refine((text) => isPlainText(text ?? ''), FORBIDDEN_CHARACTERS_MESSAGE)
}

/** A whole number, typed or sent; '' and null: not known. */
export function optionalNumber(least: number, most: number, message: string) {
  return z.union([z.string(), z.number(), z.null()]).transform((given, context) => {
    const text = String(given ?? '').trim()
    if (text === '') return null
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
    context.addIssue(message)
    return z.NEVER
  })
}
