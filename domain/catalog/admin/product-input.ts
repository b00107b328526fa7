import { z } from 'zod'
import { type Grosze, groszeToZl, parseZl, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { hasCheckDigit } from '#domain/kernel/numbers/gtin.ts'
import { countCharacters, FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const NAME_MAX = 100
export const DESCRIPTION_MAX = 500
export const WARNINGS_MAX = 1000
export const INGREDIENTS_MAX = 4000
const PRODUCT_CODE_MAX = 40

export const nameSchema = defineSchema(() =>
  z
    .string('Nazwa produktu jest wymagana')
    .transform((name) => name.replace(/\s+/gu, ' ').trim())
    .refine((name) => name !== '', { error: 'Nazwa produktu jest wymagana', abort: true })
    .refine((name) => countCharacters(name) >= 3, 'Nazwa musi mieć minimum 3 znaki')
    .refine((name) => countCharacters(name) <= NAME_MAX, 'Nazwa nie może przekroczyć 100 znaków')
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
)

/** Takes a number of zł, or a typed amount. */
export const priceSchema = defineSchema(() =>
  z
    .union([z.string(), z.number()], 'Cena jest wymagana')
    .transform((given, context) => {
      const grosze = typeof given === 'number' ? readPrice(given) : readTypedPrice(given)
      if (typeof grosze === 'number') return groszeToZl(grosze)
      context.addIssue(grosze)
      return z.NEVER
    })
    .meta({ description: 'zł', example: 119.9 }),
)

/** Grosze, or a typed amount in zł. '' and null: there is none. */
export const optionalPriceSchema = defineSchema(() =>
  z.union([z.string(), z.int(), z.null()]).transform((given, context): Grosze | null => {
    if (given === null || (typeof given === 'string' && given.trim() === '')) return null
    const price = priceSchema.safeParse(typeof given === 'number' ? groszeToZl(given) : given)
    if (price.success) return zlToGrosze(price.data) ?? null
    context.addIssue(price.error.issues[0]?.message ?? 'Wpisz cenę, np. 59,90')
    return z.NEVER
  }),
)

const TOO_PRECISE = 'Podaj cenę z dokładnością do 1 grosza'

/** The amount in grosze, or the sentence about what is wrong. */
function readPrice(zl: number): Grosze | string {
  return checkPrice(zl) ?? zlToGrosze(zl) ?? TOO_PRECISE
}

function readTypedPrice(typed: string): Grosze | string {
  if (typed.trim() === '') return 'Cena jest wymagana'
  const price = parseZl(typed)
  if (!price.ok) return price.failure.reason === 'too_precise' ? TOO_PRECISE : 'Wpisz cenę, np. 59,90'
  return checkPrice(groszeToZl(price.value)) ?? price.value
}

function checkPrice(zl: number): string | null {
  if (!(zl > 0)) return 'Cena musi być większa od 0'
  return zl > 999.99 ? 'Cena nie może przekroczyć 999.99 zł' : null
}

export const descriptionSchema = defineSchema(() =>
  linesSchema(DESCRIPTION_MAX, 'Opis nie może przekroczyć 500 znaków'),
)

/** A text of several lines. */
export function linesSchema(most: number, message = `Najwyżej ${most} znaków`) {
  return z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => countCharacters(text) <= most, message)
    .refine((text) => text.split('\n').every(isPlainText), FORBIDDEN_CHARACTERS_MESSAGE)
}

/**
 * EAN, UPC, or a code of the shop's own. A typing error in twelve or thirteen digits is found by the check digit. A number as a
 * spreadsheet writes it ('5,90123E+12', '5901234123457.0') has lost the code.
 */
export const productCodeSchema = defineSchema(() =>
  optionalText(PRODUCT_CODE_MAX)
    .refine(
      (code) => code === null || !/^(\d([.,]\d+)?E\+\d+|\d{6,}[.,]0+)$/i.test(code),
      'Excel zamienił ten kod na liczbę. Ustaw całą kolumnę jako tekst i wpisz kod jeszcze raz, cyfra po cyfrze',
    )
    .refine(
      (code) => code === null || !/^\d{12,13}$/.test(code) || hasCheckDigit(code.padStart(13, '0')),
      'W tym kodzie EAN nie zgadza się ostatnia cyfra. Sprawdź, czy nie ma pomyłki',
    ),
)

/**
 * Whether a spreadsheet has probably removed zeros from the beginning of an EAN or UPC: too few digits, whose check
 * digit is right. Twelve digits are a whole UPC.
 */
export function lacksLeadingZeros(code: string): boolean {
  return /^(\d{7}|\d{9,11})$/.test(code) && hasCheckDigit(code.padStart(13, '0'))
}

export const LOST_ZEROS =
  'wygląda na EAN bez zer na początku, Excel je usuwa. Wpisz wszystkie cyfry w kolumnie ustawionej jako tekst, ' +
  'a przed własnym kodem postaw apostrof'

export const yesOrNo = (value: boolean) => (value ? 'tak' : 'nie')

/** A line of text. '' and null mean unknown. */
export function optionalText(most: number) {
  return z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .refine((text) => countCharacters(text ?? '') <= most, `Najwyżej ${most} znaków`)
    .refine((text) => isPlainText(text ?? ''), FORBIDDEN_CHARACTERS_MESSAGE)
}

/** A whole number, typed or sent. '' and null mean unknown. */
export function optionalNumber(least: number, most: number, message: string) {
  return z.union([z.string(), z.number(), z.null()]).transform((given, context) => {
    const text = String(given ?? '').trim()
    if (text === '') return null
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
    context.addIssue(message)
    return z.NEVER
  })
}

/**
 * The choice whose key or name a cell holds, in any case. Another text stays as it was typed; the schema refuses it. An
 * empty cell is unknown.
 */
export function parseChoice(names: Readonly<Record<string, string>>, cell: string): string | undefined {
  if (cell === '') return undefined
  const folded = cell.toLocaleLowerCase('pl')
  const found = Object.entries(names).find(([key, name]) => key === folded || name.toLocaleLowerCase('pl') === folded)
  return found?.[0] ?? cell
}

/** 'tak' or 'nie'. The schema refuses any other text, which stays as typed. An empty cell is unknown. */
export function parseYesOrNo(cell: string): boolean | string | undefined {
  if (cell === '') return undefined
  const folded = cell.toLocaleLowerCase('pl')
  return folded === yesOrNo(true) ? true : folded === yesOrNo(false) ? false : cell
}
