import { z } from 'zod'
import { zlToGrosze } from '#domain/money.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/typed-text.ts'
import { defineSchema } from '#domain/wire-schema.ts'
import { STOCK_MAX } from './admin-product.ts'
import { GENDERS, type NotesPyramid } from './product.ts'

export const NAME_MAX = 100
export const DESCRIPTION_MAX = 500
export const NOTE_MAX = 60
const NOTES_MAX = 30
const CONCENTRATION_MAX = 60
const VOLUME_MAX = 10_000

export const PYRAMID_LEVELS = ['head', 'heart', 'base'] as const
export type PyramidLevel = (typeof PYRAMID_LEVELS)[number]

/** What the pyramid leaves out is shown nowhere, so it holds all notes or there is none. */
export const PYRAMID_MESSAGE = 'Wybierz dla każdej nuty: głowa, serce albo baza.'

/** As the database counts: characters, not halves of them. */
const countCharacters = (text: string): number => [...text].length

const nameSchema = defineSchema(() =>
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
const priceSchema = defineSchema(() =>
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

const descriptionSchema = defineSchema(() =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => countCharacters(text) <= DESCRIPTION_MAX, 'Opis nie może przekroczyć 500 znaków')
    .refine((text) => text.split('\n').every(isPlainText), FORBIDDEN_CHARACTERS_MESSAGE),
)

/** Trimmed, empty ones and those that are there already left out; case makes no difference. */
export function tidyNotes(notes: readonly string[]): string[] {
  const tidied = notes.map((note) => note.replace(/\s+/gu, ' ').trim()).filter((note) => note !== '')
  return [...new Map(tidied.toReversed().map((note) => [note.toLowerCase(), note])).values()].toReversed()
}

const noteListSchema = defineSchema(() =>
  z
    .array(
      z
        .string()
        .refine((note) => countCharacters(note.trim()) <= NOTE_MAX, 'Nuta może mieć najwyżej 60 znaków')
        .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
    )
    .max(NOTES_MAX, 'Najwyżej 30 nut')
    .transform(tidyNotes),
)

/** A whole number, typed or sent; '' and null: not known. */
function optionalNumber(most: number, message: string) {
  return z.union([z.string(), z.number(), z.null()]).transform((given, context) => {
    const text = String(given ?? '').trim()
    if (text === '') return null
    if (/^\d+$/.test(text) && Number(text) <= most) return Number(text)
    context.addIssue(message)
    return z.NEVER
  })
}

/** What a product is made of by the form. */
const contentShape = defineSchema(() => ({
  name: nameSchema,
  brand_id: z.uuid('Wybierz markę'),
  gender: z.enum(GENDERS),
  price: priceSchema,
  description: descriptionSchema,
  image_key: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
  notes: noteListSchema,
  notes_pyramid: z
    .strictObject({ head: noteListSchema, heart: noteListSchema, base: noteListSchema })
    .nullable()
    .meta({ description: 'Every note at its level, or null' }),
  volume_ml: optionalNumber(VOLUME_MAX, 'Podaj pojemność w ml, na przykład 100').refine(
    (volume) => volume !== 0,
    'Podaj pojemność w ml, na przykład 100',
  ),
  concentration: z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .refine((text) => countCharacters(text ?? '') <= CONCENTRATION_MAX, 'Najwyżej 60 znaków')
    .refine((text) => isPlainText(text ?? ''), FORBIDDEN_CHARACTERS_MESSAGE),
}))

/** A product as the form sends it; name, brand and price are what it needs. */
export const newProductSchema = defineSchema(() =>
  z
    .strictObject({
      ...contentShape,
      gender: contentShape.gender.default('unisex'),
      description: contentShape.description.default(''),
      image_key: contentShape.image_key.default(null),
      notes: contentShape.notes.default([]),
      notes_pyramid: contentShape.notes_pyramid.default(null),
      volume_ml: contentShape.volume_ml.default(null),
      concentration: contentShape.concentration.default(null),
      stock_quantity: optionalNumber(STOCK_MAX, 'Podaj liczbę sztuk albo zostaw puste').default(null),
    })
    .refine(hasWholePyramid, { path: ['notes_pyramid'], error: PYRAMID_MESSAGE })
    .meta({ id: 'NewProduct' }),
)
export type NewProduct = z.output<typeof newProductSchema>
export type ProductInput = z.input<typeof newProductSchema>

/** What is changed of a product that was seen in this version; what is left out stays as it is. */
export const productChangesSchema = defineSchema(() =>
  z.strictObject(contentShape).partial().extend({ version: z.string() }).meta({ id: 'ProductChanges' }),
)
export type ProductChanges = z.output<typeof productChangesSchema>

/** Whether the pyramid holds exactly the notes, each once; without one there is nothing to hold. */
export function hasWholePyramid({
  notes,
  notes_pyramid: pyramid,
}: {
  notes: readonly string[]
  notes_pyramid: NotesPyramid | null
}): boolean {
  if (pyramid === null) return true
  const placed = PYRAMID_LEVELS.flatMap((level) => pyramid[level]).map((note) => note.toLowerCase())
  const all = new Set(notes.map((note) => note.toLowerCase()))
  return placed.length === all.size && new Set(placed).size === all.size && placed.every((note) => all.has(note))
}
