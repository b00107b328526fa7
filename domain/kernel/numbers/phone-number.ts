import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const REQUIRED = 'Podaj numer telefonu'
const WRONG = 'Podaj prawidłowy numer telefonu, np. 600 100 200'
/** Longest text that can be a number with all its separators. */
const MAX_LENGTH = 30

/**
 * A phone number of any country as people write it ('600-100-200', '+49 (0)151 234 567'), in E.164: '+48600100200'.
 * Address books put invisible direction marks around copied numbers. They are removed, because nobody could find them.
 */
export const phoneSchema = defineSchema(() =>
  z
    .preprocess(
      (typed) => (typeof typed === 'string' ? typed.replace(/\p{Cf}/gu, '') : typed),
      z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(MAX_LENGTH, `Wpisz najwyżej ${MAX_LENGTH} znaków`),
    )
    .transform((typed, issues) => {
      const phone = toE164(typed)
      if (phone === undefined) issues.addIssue({ code: 'custom', message: WRONG })
      return phone ?? z.NEVER
    }),
)

/** The typed number in E.164; undefined when it is invalid. Without a country code it is Polish: nine digits. */
function toE164(typed: string): string | undefined {
  const compact = typed.replace(/\(0\)|[\s().\p{Pd}/]/gu, '')
  const international = compact.replace(/^00/, '+')
  if (/^(48)?[1-9]\d{8}$/.test(international)) return `+48${international.slice(-9)}`
  if (international.startsWith('+48')) return /^\+48[1-9]\d{8}$/.test(international) ? international : undefined
  return /^\+[1-9]\d{6,14}$/.test(international) ? international : undefined
}

/** Country codes have one to three digits. These are all codes with fewer than three. */
const COUNTRY = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/

/** '+48600100200' in readable groups: '+48 600 100 200'. Other text stays as it is. */
export function formatPhone(phone: string): string {
  const [, country, number] = COUNTRY.exec(phone) ?? []
  if (country === undefined || number === undefined) return phone
  // In groups of three; a single last digit joins the group before it.
  return `+${country} ${number.replace(/\d{3}(?=\d{2})/g, '$& ')}`
}
