import { z } from 'zod'
import { isEmailAddress } from '#domain/email/mail.ts'
import { containsLink, LINK_MESSAGE } from '#domain/link-detection.ts'
import type { Result } from '#domain/result.ts'
import { parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/text.ts'
import { defineSchema, momentSchema } from '#domain/wire-schema.ts'

/** Shortest password of a customer and of the admin. */
export const MIN_PASSWORD_LENGTH = 6
export const MIN_ADMIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 128

export const ACCOUNT_TEXTS = {
  emailRequired: 'Email jest wymagany',
  emailInvalid: 'Podaj prawidłowy adres email',
  passwordRequired: 'Hasło jest wymagane',
  passwordTooShort: `Hasło musi mieć minimum ${MIN_PASSWORD_LENGTH} znaków`,
  passwordTooLong: `Hasło może mieć najwyżej ${MAX_PASSWORD_LENGTH} znaków`,
  adminPasswordTooShort: `Hasło administratora musi mieć minimum ${MIN_ADMIN_PASSWORD_LENGTH} znaków`,
  termsRequired: 'Musisz zaakceptować regulamin, aby kontynuować.',
  wrongPassword: 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.',
  wrongCredentials: 'Nieprawidłowy email lub hasło.',
  wrongCurrentPassword: 'Obecne hasło jest nieprawidłowe.',
  accountExists: 'Konto już istnieje',
  /** Nothing the person typed is at fault. */
  signInFailed: 'Wystąpił błąd podczas logowania/rejestracji',
  noConnection: 'Brak połączenia ze sklepem. Spróbuj ponownie.',
  secondFactorRequired: 'Podaj kod z aplikacji uwierzytelniającej.',
  secondFactorExpired: 'Czas na podanie kodu minął. Zaloguj się ponownie.',
  secondFactorLocked: 'Zbyt wiele błędnych kodów. Spróbuj ponownie później.',
  wrongCode: 'Nieprawidłowy kod.',
  linkInvalid: 'Ten link jest nieprawidłowy. Otwórz go w wiadomości jeszcze raz albo poproś o nowy.',
  linkExpired: 'Ten link stracił ważność. Poproś o nowy.',
  linkUsed: 'Ten link został już wykorzystany. Poproś o nowy.',
  linkReplaced: 'Wysłaliśmy Ci nowszy link. Otwórz najnowszą wiadomość.',
} as const

/** One spelling per person: trimmed, lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

export const emailSchema = defineSchema(() =>
  z
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
    ),
)

/** A password that somebody chooses. */
export const passwordSchema = defineSchema(() =>
  z
    .string({ error: ACCOUNT_TEXTS.passwordRequired })
    .min(1, ACCOUNT_TEXTS.passwordRequired)
    .min(MIN_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooShort)
    .max(MAX_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooLong),
)

/** A password that was chosen before: it is checked, not judged. */
const presentPasswordSchema = defineSchema(() =>
  z
    .string({ error: ACCOUNT_TEXTS.passwordRequired })
    .min(1, ACCOUNT_TEXTS.passwordRequired)
    .max(MAX_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooLong),
)

const personNameSchema = defineSchema(() =>
  z
    .string()
    .trim()
    .max(100)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE)
    .refine((typed) => !containsLink(typed), LINK_MESSAGE),
)

export const guestSignInSchema = defineSchema(() =>
  z.strictObject({ email: emailSchema, password: passwordSchema, acceptedTerms: z.boolean() }),
)

export const credentialsSchema = defineSchema(() =>
  z.strictObject({ email: emailSchema, password: presentPasswordSchema }),
)
export type Credentials = z.output<typeof credentialsSchema>

export const signUpSchema = defineSchema(() =>
  z.strictObject({ email: emailSchema, password: passwordSchema, name: personNameSchema.optional() }),
)

export const userNamesSchema = defineSchema(() =>
  z.strictObject({
    name: personNameSchema.optional(),
    first_name: personNameSchema.nullable().optional(),
    last_name: personNameSchema.nullable().optional(),
  }),
)
export type UserNames = z.output<typeof userNamesSchema>

export const passwordChangeSchema = defineSchema(() =>
  z.strictObject({ currentPassword: presentPasswordSchema, newPassword: passwordSchema }),
)
export type PasswordChange = z.output<typeof passwordChangeSchema>

/** Where a link is to be mailed to. */
export const linkRequestSchema = defineSchema(() => z.strictObject({ email: emailSchema }))

/** The token of a mailed link, as it stood behind the # of its address. */
const linkTokenSchema = defineSchema(() => z.string({ error: ACCOUNT_TEXTS.linkInvalid }).max(200))

export const linkUseSchema = defineSchema(() => z.strictObject({ token: linkTokenSchema }))

export const passwordResetSchema = defineSchema(() =>
  z.strictObject({ token: linkTokenSchema, newPassword: passwordSchema }),
)

/** The first password of an account that has none. */
export const firstPasswordSchema = defineSchema(() => z.strictObject({ newPassword: passwordSchema }))

/** What came back from the payment provider in the address. */
export const paymentSignInSchema = defineSchema(() => z.strictObject({ sessionId: z.string().min(1).max(255) }))

/** Asked again before the second factor is changed or the account is deleted. */
export const passwordConfirmationSchema = defineSchema(() => z.strictObject({ password: presentPasswordSchema }))

/** Six digits of an authenticator app, or a backup code. */
export const secondFactorSchema = defineSchema(() => z.strictObject({ code: z.string().trim().min(1).max(40) }))

/** Who sends a request, as the session says. */
export const signedInUserSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(['customer', 'admin']),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
    })
    .meta({ id: 'SignedInUser' }),
)
export type SignedInUser = z.output<typeof signedInUserSchema>
export type Role = SignedInUser['role']

/** A session as its user may see it: never with the token that its cookie carries. */
export const openSessionSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      created_at: momentSchema,
      /** To some minutes. */
      last_seen_at: momentSchema,
      expires_at: momentSchema,
      /** 'Chrome, Windows' */
      device: z.string(),
      /** The one that asks. */
      current: z.boolean(),
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
    })
    .meta({ id: 'OpenSession' }),
)

/** What opens an account, for the person it belongs to. */
export const accountSecuritySchema = defineSchema(() =>
  z
    .object({
      email_verified: z.boolean(),
      second_factor: z.boolean(),
      has_password: z.boolean(),
    })
    .meta({ id: 'AccountSecurity' }),
)

/** The admin pages open for role admin AND the configured address; either alone is not enough. */
export function isAdmin(user: SignedInUser, adminEmail: string): boolean {
  return user.role === 'admin' && user.email === adminEmail
}

/** Which version of the terms was accepted (the date they took effect, 'YYYY-MM-DD'), and when. */
export type AcceptedTerms = { version: string; acceptedAt: Date }

/**
 * Where a request comes from: its headers, and the address that the server itself found for it. `signal`: aborted when the
 * one who asked leaves.
 */
export type Caller = { headers: Headers; clientAddress: string; signal?: AbortSignal }

/** `cookies`: Set-Cookie values that carry the session to the browser. */
export type SignIn = { user: SignedInUser; cookies: string[] }

export type CurrentSession = SignIn & { id: string; expiresAt: Date }

/** More passwords wait to be checked than are in two seconds; nothing was checked. */
export type SignInBusy = { reason: 'sign_in_busy'; retryAfterSeconds: number }

export type SignInFailure =
  | { reason: 'invalid_credentials' }
  | SignInBusy
  /** The password was right; the cookies carry the challenge that /api/auth/two-factor/verify-totp answers. */
  | { reason: 'second_factor_required'; cookies: string[] }

/** Why a call that proves the password is refused; `account_refused`: for a reason nobody can mend by typing. */
export type PasswordProofFailure = { reason: 'sign_in_required' | 'invalid_password' | 'account_refused' } | SignInBusy

/** Why the answer to a second factor is refused. */
type SecondFactorFailure = {
  reason: 'invalid_code' | 'second_factor_expired' | 'second_factor_locked' | 'account_refused'
}

/** The secret an authenticator app is set up with, as an otpauth:// address, and codes for when it is lost. */
type SecondFactorSetup = { totpURI: string; backupCodes: string[]; cookies: string[] }

/** What a device that is known to an account is bound to: it ends with the password. */
export type PasswordAccount = { userId: string; passwordHash: string }

/** Port to the account system: passwords and session tokens never pass through anything else. */
export type AccountGateway = {
  /**
   * Runs work that has passwords checked, or refuses it before anything is done where too many wait already. Inside, a
   * password whose caller leaves before its turn is not checked (`sign_in_busy`, read by nobody).
   */
  queuePasswords<Value>(caller: Caller, work: () => Promise<Value>): Promise<Result<Value, SignInBusy>>
  /**
   * The id of the device that sends these headers, where it has signed in to the account of this e-mail under its present
   * password; null for an unknown device and for an unknown account alike.
   */
  findKnownDevice(headers: Headers, email: string): Promise<string | null>
  /** The e-mail of the account whose second factor the sender of these headers is asked for. */
  findChallengedEmail(headers: Headers): Promise<string | null>
  findUser(headers: Headers): Promise<SignedInUser | null>
  /** The session with what prolongs it: its cookies must reach the browser. */
  findSession(headers: Headers): Promise<CurrentSession | null>
  /** Checks the password once and opens a session. The e-mail is already normalised. */
  signIn(credentials: Credentials, caller: Caller): Promise<Result<SignIn, SignInFailure>>
  /** Creates a customer with a password who accepted the terms, in one transaction, and opens a session. */
  signUp(
    account: Credentials & { name?: string; terms: AcceptedTerms },
    caller: Caller,
  ): Promise<Result<SignIn, { reason: 'account_exists' } | SignInBusy>>
  /**
   * Opens a session for an account that was proven by other means than its password, and ends the one the browser had. The
   * second factor is asked for as ever.
   */
  openSession(
    userId: string,
    caller: Caller,
  ): Promise<Result<SignIn, Extract<SignInFailure, { reason: 'second_factor_required' }>>>
  /** A password as it is stored, in its turn. */
  hashPassword(password: string, caller: Caller): Promise<Result<string, SignInBusy>>
  /** Ends the session of these headers, or with `everywhere` all of its user; answers the cookies that clear it. */
  signOut(headers: Headers, scope: 'here' | 'everywhere'): Promise<string[]>
  /** Ends every session but the one it opens instead: who changes a password may do so because another knows it. */
  changePassword(change: PasswordChange, caller: Caller): Promise<Result<SignIn, PasswordProofFailure>>
  /** Checks the password of who is signed in; nothing else happens. */
  confirmPassword(password: string, caller: Caller): Promise<Result<null, PasswordProofFailure>>
  /** The second factor counts from the first code that is verified. */
  enableSecondFactor(password: string, caller: Caller): Promise<Result<SecondFactorSetup, PasswordProofFailure>>
  /** Answers a challenge and opens the session, or confirms a second factor just enabled. */
  verifySecondFactor(
    answer: { code: string; kind: 'totp' | 'backup_code' },
    caller: Caller,
  ): Promise<Result<SignIn, SecondFactorFailure>>
  renewBackupCodes(password: string, caller: Caller): Promise<Result<{ backupCodes: string[] }, PasswordProofFailure>>
  disableSecondFactor(password: string, caller: Caller): Promise<Result<{ cookies: string[] }, PasswordProofFailure>>
  /** Public halves of the keys that sign tokens. */
  publicKeys(): Promise<Record<string, unknown>[]>
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
