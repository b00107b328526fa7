import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const COUNTRY = /^[A-Z]{2}/

/** An IBAN without spaces and dashes, in capitals; a Polish one may be typed without its PL. */
export function normalizeAccountNumber(typed: string): string {
  const compact = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return COUNTRY.test(compact) ? compact : `PL${compact}`
}

const POLISH_LENGTH = 28

/** Whether the check digits of a normalised IBAN are right (ISO 13616). */
export function isAccountNumber(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  if (iban.startsWith('PL') && iban.length !== POLISH_LENGTH) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** 'PL61 1090 1014 0000 0712 1981 2874' */
export const formatAccountNumber = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** The last four characters, by which its owner recognises the account. */
export const endingOf = (iban: string) => iban.slice(-4)

export const accountNumberSchema = defineSchema(() =>
  z
    .string({ error: 'Podaj numer konta' })
    .max(60, 'Ten numer konta jest za długi.')
    .transform(normalizeAccountNumber)
    .pipe(
      z
        .string()
        .refine((iban) => iban !== 'PL', 'Podaj numer konta')
        .refine(isAccountNumber, 'W tym numerze konta jest pomyłka. Przepisz go jeszcze raz, polski ma 26 cyfr.'),
    ),
)

/** The form in which a buyer enters the account number. */
export const accountFormSchema = defineSchema(() => z.object({ iban: accountNumberSchema }))
