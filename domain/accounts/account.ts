import { z } from 'zod'
import { EMAIL_TEXTS } from '#domain/kernel/mail.ts'
import { SHIPPING_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { containsLink, LINK_MESSAGE } from '#domain/kernel/text/link-detection.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { emailSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'

/** Shortest password of a customer and of the admin. */
export const MIN_PASSWORD_LENGTH = 6
export const MIN_ADMIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 128

export const ACCOUNT_TEXTS = {
  emailRequired: EMAIL_TEXTS.required,
  emailInvalid: EMAIL_TEXTS.invalid,
  passwordRequired: 'Hasło jest wymagane',
  passwordOrNone: 'Podaj hasło albo kup bez zakładania konta.',
  passwordTooShort: `Hasło musi mieć minimum ${MIN_PASSWORD_LENGTH} znaków`,
  passwordTooLong: `Hasło może mieć najwyżej ${MAX_PASSWORD_LENGTH} znaków`,
  adminPasswordTooShort: `Hasło do panelu musi mieć minimum ${MIN_ADMIN_PASSWORD_LENGTH} znaków`,
  termsRequired: 'Musisz zaakceptować regulamin, aby kontynuować.',
  wrongPassword: 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.',
  wrongCredentials: 'Nieprawidłowy email lub hasło.',
  wrongCurrentPassword: 'Obecne hasło jest nieprawidłowe.',
  accountExists: 'Konto już istnieje',
  /** For failures that the user's input did not cause. */
  signInFailed: 'Wystąpił błąd podczas logowania/rejestracji',
  noConnection: 'Brak połączenia ze sklepem. Spróbuj ponownie.',
  secondFactorRequired: 'Podaj kod z aplikacji uwierzytelniającej.',
  secondFactorExpired: 'Czas na podanie kodu minął. Zaloguj się ponownie.',
  secondFactorLocked: 'Zbyt wiele błędnych kodów. Spróbuj ponownie później.',
  wrongCode: 'Nieprawidłowy kod.',
  linkInvalid: 'Ten link jest nieprawidłowy. Otwórz go w wiadomości jeszcze raz albo poproś o nowy.',
  linkExpired: 'Ten link stracił ważność. Poproś o nowy.',
  linkUsed: 'Ten link został już wykorzystany. Poproś o nowy.',
  linkEnded:
    'Po wysłaniu tego linku potwierdzono ten adres albo zmieniono hasło, więc link już nie działa. Poproś o nowy.',
  linkReplaced: 'Wysłaliśmy Ci nowszy link. Otwórz najnowszą wiadomość.',
} as const

/** A new password. */
export const passwordSchema = defineSchema(() =>
  z
    .string({ error: ACCOUNT_TEXTS.passwordRequired })
    .min(1, ACCOUNT_TEXTS.passwordRequired)
    .min(MIN_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooShort)
    .max(MAX_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooLong),
)

/** A new password of an account that opens something of the panel. */
const staffPasswordSchema = defineSchema(() =>
  z
    .string({ error: ACCOUNT_TEXTS.passwordRequired })
    .min(1, ACCOUNT_TEXTS.passwordRequired)
    .min(MIN_ADMIN_PASSWORD_LENGTH, ACCOUNT_TEXTS.adminPasswordTooShort)
    .max(MAX_PASSWORD_LENGTH, ACCOUNT_TEXTS.passwordTooLong),
)

/** A present password. It is compared with the stored one and follows no rule of its own. */
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

/** Either a password, which signs in or creates an account, or a purchase without an account. */
export const guestSignInSchema = defineSchema(() =>
  z
    .strictObject({
      email: emailSchema,
      password: passwordSchema.optional().meta({ description: 'Not with `withoutAccount`' }),
      withoutAccount: z.literal(true).optional().meta({ description: 'Orders without an account' }),
      acceptedTerms: z.boolean(),
    })
    .check(({ value: { password, withoutAccount }, issues }) => {
      if ((password === undefined) === (withoutAccount === true)) return
      const message = withoutAccount ? ACCOUNT_TEXTS.passwordOrNone : ACCOUNT_TEXTS.passwordRequired
      issues.push({ code: 'custom', path: ['password'], message, input: password })
    }),
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

/** The address that a link is to be mailed to. */
export const linkRequestSchema = defineSchema(() => z.strictObject({ email: emailSchema }))

/** The token of a mailed link, taken from the fragment of its address. */
const linkTokenSchema = defineSchema(() => z.string({ error: ACCOUNT_TEXTS.linkInvalid }).max(200))

export const linkUseSchema = defineSchema(() => z.strictObject({ token: linkTokenSchema }))

export const passwordResetSchema = defineSchema(() =>
  z.strictObject({ token: linkTokenSchema, newPassword: passwordSchema }),
)

/** The first password of an invited person. */
export const acceptanceSchema = defineSchema(() =>
  z.strictObject({ token: linkTokenSchema, password: staffPasswordSchema }),
)

/** The parameters that Google appended to the return address. */
export const googleAnswerSchema = defineSchema(() =>
  z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
)

/** The first password of an account that has none. */
export const firstPasswordSchema = defineSchema(() => z.strictObject({ newPassword: passwordSchema }))

/** The parameter that the payment provider appended to the return address. */
export const paymentSignInSchema = defineSchema(() => z.strictObject({ sessionId: z.string().min(1).max(255) }))

/** The password, required again before a second factor is set up or the account is deleted. */
export const passwordConfirmationSchema = defineSchema(() => z.strictObject({ password: presentPasswordSchema }))

/** Proves the deletion of an account: its password, or without one a session that a link has just opened. */
export const accountDeletionSchema = defineSchema(() =>
  z.strictObject({ password: z.literal('').or(presentPasswordSchema).optional() }),
)

/** Six digits of an authenticator app, or a backup code. */
export const secondFactorSchema = defineSchema(() => z.strictObject({ code: z.string().trim().min(1).max(40) }))

/**
 * Required before a second factor is switched off or its backup codes are renewed. The password alone is not enough,
 * since the second factor protects against a stolen password.
 */
export const secondFactorChangeSchema = defineSchema(() =>
  z.strictObject({ ...passwordConfirmationSchema.shape, ...secondFactorSchema.shape }),
)
export type SecondFactorChange = z.output<typeof secondFactorChangeSchema>

/** The proof that the admin gives again before a heavy act. */
export const proofSchema = defineSchema(() => z.union([passwordConfirmationSchema, secondFactorSchema]))
export type Proof = z.output<typeof proofSchema>

/** People whom the admin has invited: `packer` packs, `accountant` reads the papers. */
export const INVITED_ROLES = ['packer', 'accountant'] as const
export type InvitedRole = (typeof INVITED_ROLES)[number]
export const ROLES = ['customer', 'admin', ...INVITED_ROLES] as const
export type Role = (typeof ROLES)[number]

/** The sender of a request, according to the session. */
export const signedInUserSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(ROLES),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
    })
    .meta({ id: 'SignedInUser' }),
)
export type SignedInUser = z.output<typeof signedInUserSchema>

/** A session as its user may see it. It never includes the token of the cookie. */
export const openSessionSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      created_at: momentSchema,
      /** Exact to a few minutes. */
      last_seen_at: momentSchema,
      expires_at: momentSchema,
      /** 'Chrome, Windows' */
      device: z.string(),
      /** Whether this session sent the request. */
      current: z.boolean(),
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
    })
    .meta({ id: 'OpenSession' }),
)

/** The ways into an account, as its owner sees them. */
export const accountSecuritySchema = defineSchema(() =>
  z
    .object({
      email_verified: z.boolean(),
      second_factor: z.boolean(),
      has_password: z.boolean(),
      /** Whether Google can sign in to the account; null where the shop does not offer Google. */
      google_linked: z.boolean().nullable(),
    })
    .meta({ id: 'AccountSecurity' }),
)

/** Ways into an account that end when its address is proven. */
export const endedAccessSchema = defineSchema(() => z.enum(['sessions', 'google', 'password']))
export type EndedAccess = z.output<typeof endedAccessSchema>

/** Admin pages require both the role admin and the configured address. */
export function isAdmin(user: SignedInUser, adminEmail: string): boolean {
  return user.role === 'admin' && user.email === adminEmail
}

/** The part of the panel that is open to an invited person; null: the person was not invited. */
export const findInvitedRole = ({ role }: { role: Role }): InvitedRole | null =>
  INVITED_ROLES.find((invited) => invited === role) ?? null

/** Whether the panel or a part of it is open to the user. */
export const mayEnterPanel = (user: SignedInUser, adminEmail: string): boolean =>
  findInvitedRole(user) !== null || isAdmin(user, adminEmail)

/** Whether the account opens something of the panel, so that the stronger rules hold for it. */
export const isStaff = ({ role }: { role: Role }): boolean => role !== 'customer'

/**
 * Initial values of the checkout for a returning buyer: names and phone of the last order, the last address, the last
 * locker.
 */
export const checkoutDefaultsSchema = defineSchema(() =>
  z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      /** Empty without an order. */
      phone: z.string(),
      /** The method of the last order, if the shop still offers it. */
      shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
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
