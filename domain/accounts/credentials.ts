import { z } from 'zod'
import { isMailAddress } from '#domain/email/mail-address.ts'

/** Shortest password of a customer (spec 1 §5) and of the owner (0-decisions, People). */
export const MIN_PASSWORD = 6
export const MIN_OWNER_PASSWORD = 12
export const MAX_PASSWORD = 128

/** The texts of spec 1 §5 and §8. */
export const ACCOUNT_TEXTS = {
  emailRequired: 'Email jest wymagany',
  emailInvalid: 'Podaj prawidłowy adres email',
  passwordRequired: 'Hasło jest wymagane',
  passwordTooShort: `Hasło musi mieć minimum ${MIN_PASSWORD} znaków`,
  passwordTooLong: `Hasło może mieć najwyżej ${MAX_PASSWORD} znaków`,
  termsRequired: 'Musisz zaakceptować regulamin, aby kontynuować.',
  wrongPassword: 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.',
  wrongCredentials: 'Nieprawidłowy email lub hasło.',
  wrongCurrentPassword: 'Obecne hasło jest nieprawidłowe.',
  accountExists: 'Konto już istnieje',
  secondFactorRequired: 'Podaj kod z aplikacji uwierzytelniającej.',
  wrongCode: 'Nieprawidłowy kod.',
} as const

/** One spelling per person: trimmed, lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

export const emailSchema = z
  .string({ error: ACCOUNT_TEXTS.emailRequired })
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, ACCOUNT_TEXTS.emailRequired)
      .max(254, ACCOUNT_TEXTS.emailInvalid)
      .pipe(z.email(ACCOUNT_TEXTS.emailInvalid))
      // What mail cannot be sent to is no address to order with.
      .refine(isMailAddress, ACCOUNT_TEXTS.emailInvalid),
  )

export const passwordSchema = z
  .string({ error: ACCOUNT_TEXTS.passwordRequired })
  .min(1, ACCOUNT_TEXTS.passwordRequired)
  .min(MIN_PASSWORD, ACCOUNT_TEXTS.passwordTooShort)
  .max(MAX_PASSWORD, ACCOUNT_TEXTS.passwordTooLong)
