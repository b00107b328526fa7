import { z } from 'zod'
import { isDay, isMonth } from '#domain/kernel/calendar-day.ts'
import { EMAIL_TEXTS, isEmailAddress, normalizeEmail } from '#domain/kernel/mail.ts'
import { defineSchema } from './wire-schema.ts'

/** An amount in whole grosze, as calculations use it. */
export const groszeSchema = defineSchema(() => z.int().meta({ description: 'grosze' }))

/** An amount in zł, for readers of the contract. */
export const zlSchema = defineSchema(() => z.number().meta({ description: 'zł' }))

/** A day or a month that somebody gives; see `isDay`. */
// @__NO_SIDE_EFFECTS__
export const daySchema = (message = 'Podaj dzień, np. 2026-11-30') => z.iso.date(message).refine(isDay, message)

export const monthSchema = defineSchema(() =>
  z.string().refine(isMonth, 'Podaj miesiąc, np. 2026-11').meta({ example: '2026-11' }),
)

export const momentSchema = defineSchema(() => z.iso.datetime())

/** The fields of a page of a list. `total`: of all pages. */
// @__NO_SIDE_EFFECTS__
export const pageShapeOf = <Item extends z.ZodType>(item: Item) => ({
  items: z.array(item),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})

/** The token of a mailed link. */
export const mailedTokenSchema = defineSchema(() =>
  z.string().max(200).meta({ description: 'What stands behind the # of the mailed link' }),
)

export const emailSchema = defineSchema(() =>
  z
    .string({ error: EMAIL_TEXTS.required })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, EMAIL_TEXTS.required)
        .max(254, EMAIL_TEXTS.invalid)
        .pipe(z.email(EMAIL_TEXTS.invalid))
        // An address that cannot receive mail cannot order.
        .refine(isEmailAddress, EMAIL_TEXTS.invalid),
    ),
)
