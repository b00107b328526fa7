import { z } from 'zod'
import { GENDERS } from '#domain/kernel/gender.ts'
import { isPlainText } from '#domain/kernel/text/plain-text.ts'
import { daySchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The highest value of the least sum, grosze; the limit of the column. */
const MOST_FROM_GROSZE = 9_999_999
const MOST_STOCK = 1_000_000

/** The free gift of an order. */
export const orderGiftSchema = defineSchema(() => z.object({ name: z.string(), pieces: z.int() }))

const ruleShape = defineSchema(() => ({
  active: z.boolean(),
  genders: z
    .array(z.enum(GENDERS))
    .min(1, 'Wybierz co najmniej jedne perfumy')
    .max(GENDERS.length)
    .meta({ description: 'A gift comes with each piece of a product for one of these' }),
  // Not `groszeSchema`: a form of the panel that uses it would bring zod into what a first visit loads.
  from_grosze: z
    .int('Podaj kwotę w groszach')
    .min(0, 'Kwota nie może być ujemna')
    .max(MOST_FROM_GROSZE, 'Kwota nie może przekroczyć 99 999,99 zł')
    .meta({ description: 'The least sum of products in one checkout; 0: any sum' }),
  gift: z.string().trim().min(1, 'Podaj, co dokładasz').max(80, 'Wpisz najwyżej 80 znaków').refine(isPlainText),
  stock: z
    .int('Podaj liczbę całkowitą')
    .min(0, 'Liczba nie może być ujemna')
    .max(MOST_STOCK, `Podaj najwyżej ${MOST_STOCK}`)
    .nullable()
    .meta({ description: 'Gifts left; null: not counted' }),
  until_day: daySchema('Podaj prawidłową datę').nullable().meta({ description: 'The last day; null: no end' }),
  with_sample: z.boolean().meta({ description: 'A sample of its scent comes free with a bottle, while there are any' }),
  sample_codes: z.boolean().meta({ description: 'What was paid for samples comes back as a personal code' }),
  version: z.string(),
}))

export const giftRuleChangeSchema = defineSchema(() => z.strictObject(ruleShape))
export type GiftRuleChange = z.output<typeof giftRuleChangeSchema>
