import { z } from 'zod'
import { isEmailAddress } from '#domain/email/mail.ts'
import type { Result } from '#domain/result.ts'
import { defineSchema } from '#domain/schema.ts'
import { parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'

export type Role = 'customer' | 'admin'

/** Who sends a request, as the session says. */
export type SignedInUser = {
  id: string
  email: string
  role: Role
  first_name: string | null
  last_name: string | null
}

export type Credentials = { email: string; password: string }

/** Where a request comes from: its headers, and the address our own door vouches for. */
export type Caller = { headers: Headers; clientAddress: string }

export type SignIn = {
  user: SignedInUser
  /** Set-Cookie values that carry the new session to the browser. */
  cookies: string[]
}

export type CurrentSession = SignIn & { expiresAt: Date }

export type SignInFailure =
  | { reason: 'invalid_credentials' }
  /** The password was right; the cookies carry the challenge that /api/auth/two-factor/verify-totp answers. */
  | { reason: 'second_factor_required'; cookies: string[] }

/** The one outcome of a sign-in that counts as a guess. */
export function isWrongPassword(result: Result<SignIn, SignInFailure>): boolean {
  return !result.ok && result.failure.reason === 'invalid_credentials'
}

/** Port to the account system: passwords and sessions never pass through anything else. */
export type AccountGateway = {
  findUser(headers: Headers): Promise<SignedInUser | null>
  /** The session with what prolongs it: its cookies must reach the browser. */
  findSession(headers: Headers): Promise<CurrentSession | null>
  /** Checks the password once and opens a session. The e-mail is already normalised. */
  signIn(credentials: Credentials, caller: Caller): Promise<Result<SignIn, SignInFailure>>
  /** Creates a customer with a password, in one transaction, and opens a session. */
  signUp(credentials: Credentials, caller: Caller): Promise<Result<SignIn, { reason: 'account_exists' }>>
  /** Ends the session of these headers, or with `everywhere` all of its user; answers the cookies that clear it. */
  signOut(headers: Headers, scope: 'here' | 'everywhere'): Promise<string[]>
  /** The account system's own HTTP interface under /api/auth. A body, where there is one, is known to be JSON. */
  handle(request: Request, clientAddress: string): Promise<Response>
}

/** Shortest password of a customer (spec 1 §5) and of the owner (0-decisions, People). */
export const MIN_PASSWORD_LENGTH = 6
export const MIN_ADMIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 128

/** The texts of spec 1 §5 and §8. */
export const ACCOUNT_TEXTS = {
  emailRequired: 'Email jest wymagany',
  emailInvalid: 'Podaj prawidłowy adres email',
  passwordRequired: 'Hasło jest wymagane',
  passwordTooShort: `Hasło musi mieć minimum ${MIN_PASSWORD_LENGTH} znaków`,
  passwordTooLong: `Hasło może mieć najwyżej ${MAX_PASSWORD_LENGTH} znaków`,
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
      .refine(isEmailAddress, ACCOUNT_TEXTS.emailInvalid),
  )

export const passwordSchema = z
  .string({ error: ACCOUNT_TEXTS.passwordRequired })
  .min(1, ACCOUNT_TEXTS.passwordRequired)
  .min(MIN_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooShort)
  .max(MAX_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooLong)

/** The back office opens for role admin AND the fixed address; either alone is not enough (0-decisions, People). */
export function isAdmin(user: SignedInUser, adminEmail: string): boolean {
  return user.role === 'admin' && user.email === adminEmail
}

/** What the form offers to somebody who ordered before: names and phone of the last order, the last address, the last locker. */
export const checkoutDefaultsSchema = defineSchema(() =>
  z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      /** Empty without an order. */
      phone: z.string(),
      address: z
        .object({ street: z.string(), houseNumber: z.string(), city: z.string(), postalCode: z.string() })
        .nullable(),
      locker: parcelLockerSchema
        .pick({ inpost_id: true, name: true, address: true, city: true, postal_code: true })
        .nullable(),
    })
    .meta({ id: 'CheckoutDefaults' }),
)
export type CheckoutDefaults = z.output<typeof checkoutDefaultsSchema>
