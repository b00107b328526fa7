import { z } from 'zod'
import { ACCOUNT_TEXTS, passwordSchema } from '#domain/accounts/account.ts'
import { containsLink, LINK_MESSAGE } from '#domain/kernel/link-detection.ts'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { phoneSchema } from '#domain/kernel/phone-number.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import {
  type DeliveryMethod,
  isLockerMethod,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#domain/kernel/shipping-method.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/typed-text.ts'
import { emailSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** Toasts of the two checkouts. */
export const CHECKOUT_TEXTS = {
  cart: {
    credentialsRequired: 'Wypełnij wszystkie pola',
    emptyCart: 'Pusty koszyk',
    shippingMethodRequired: 'Wybierz sposób dostawy',
    recipientRequired: 'Wypełnij imię, nazwisko i telefon',
    courierRequired: 'Wypełnij wszystkie pola adresowe dla dostawy kurierskiej',
    lockerRequired: 'Wybierz paczkomat i podaj email odbiorcy',
    receiverEmailRequired: 'Wybierz paczkomat i podaj email odbiorcy',
    orderFailed: 'Wystąpił błąd podczas składania zamówienia. Spróbuj ponownie.',
  },
  product: {
    credentialsRequired: 'Wypełnij wszystkie pola',
    emptyCart: 'Pusty koszyk',
    shippingMethodRequired: 'Wybierz metodę przesyłki',
    recipientRequired: 'Wypełnij wszystkie wymagane pola',
    courierRequired: 'Wypełnij wszystkie dane adresowe',
    lockerRequired: 'Wybierz paczkomat',
    receiverEmailRequired: 'Podaj email odbiorcy',
    orderFailed: 'Wystąpił błąd podczas składania zamówienia',
  },
  wrongCredentials: 'Popraw zaznaczone pola',
  paymentFailed: {
    title: 'Błąd płatności',
    description: 'Wystąpił błąd podczas tworzenia sesji płatności. Spróbuj ponownie.',
  },
  terms: {
    title: 'Akceptacja regulaminu',
    description: 'Musisz zaakceptować regulamin, aby kontynuować.',
  },
} as const

/** A typed line: trimmed, and free of unreadable characters. */
function line(required: string, max: number) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `Wpisz najwyżej ${max} znaków`)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE)
}

/**
 * The name of a person or a town. Mails contain it, so an address in it would put a stranger's link into the shop's
 * mails.
 */
function plainName(required: string, max: number) {
  return line(required, max).refine((typed) => !containsLink(typed), LINK_MESSAGE)
}

/** E-mail, password and terms. They sign in to an account or create one. */
export const guestCredentialsSchema = defineSchema(() =>
  z.object({
    email: emailSchema,
    password: passwordSchema,
    acceptedTerms: z.literal(true, { error: CHECKOUT_TEXTS.terms.description }),
  }),
)

/** The same of a buyer who wants no account. */
export const guestWithoutAccountSchema = defineSchema(() => guestCredentialsSchema.omit({ password: true }))

const personShape = defineSchema(() => ({
  firstName: plainName('Podaj imię', 60),
  lastName: plainName('Podaj nazwisko', 60),
}))

/** Area codes of the Polish numbering plan. */
const FIXED_LINES = '(1[2-8]|2[2-59]|3[2-4]|4[12346-8]|5[245689]|6[1-3578]|7[14-7]|8[1-79]|9[145])'

/**
 * What the carrier takes as the receiver's number. Lockers open by a code that InPost sends as a text message, to Polish
 * phones that are not in the plan of fixed lines; its couriers call any Polish number.
 */
const CARRIER_PHONES: Record<DeliveryMethod, { pattern: RegExp; sentence: string }> = {
  locker: {
    pattern: new RegExp(`^\\+48(?!${FIXED_LINES})\\d{9}$`),
    sentence: 'InPost wysyła kod odbioru tylko na polskie numery komórkowe. Podaj 9 cyfr, np. 600 100 200.',
  },
  courier: {
    pattern: /^\+48\d{9}$/,
    sentence: 'Kurier InPost dzwoni tylko na polskie numery. Podaj 9 cyfr, np. 600 100 200.',
  },
}

/** A phone number that the carrier takes, in E.164. */
// @__NO_SIDE_EFFECTS__
function receiverPhoneSchema(delivery: DeliveryMethod) {
  const { pattern, sentence } = CARRIER_PHONES[delivery]
  return phoneSchema.refine((phone) => pattern.test(phone), sentence)
}

const courierRecipientSchema = defineSchema(() =>
  z.object({
    ...personShape,
    phone: receiverPhoneSchema('courier'),
    street: line('Podaj ulicę', 100),
    houseNumber: line('Podaj numer domu', 20),
    city: plainName('Podaj miejscowość', 60),
    // Stored as '00-000', even when it was typed without the hyphen.
    postalCode: line('Podaj kod pocztowy', 10)
      .regex(/^\d{2}[-\s]?\d{3}$/, 'Podaj kod pocztowy w formacie 00-000')
      .transform((typed) => `${typed.slice(0, 2)}-${typed.slice(-3)}`),
  }),
)

const lockerRecipientSchema = defineSchema(() =>
  z.object({
    ...personShape,
    phone: receiverPhoneSchema('locker'),
    // A locker's `inpost_id`, or an object that has it.
    selectedLocker: z.preprocess(
      (chosen) => (typeof chosen === 'object' && chosen !== null && 'inpost_id' in chosen ? chosen.inpost_id : chosen),
      line('Wybierz paczkomat', 40),
    ),
    // The recipient's address, which may differ from the account's.
    receiverEmail: line('Podaj email odbiorcy', 254)
      .transform(normalizeEmail)
      .pipe(z.email(ACCOUNT_TEXTS.emailInvalid)),
  }),
)

/** The receiver and the destination of a parcel that exists: by the same rules as when it was ordered. */
export function receiverSchema(delivery: DeliveryMethod) {
  return delivery === 'locker' ? lockerRecipientSchema : courierRecipientSchema
}

/** The same where empty fields mean that the present value stays. */
export function receiverChangesSchema(delivery: DeliveryMethod) {
  const filled = delivery === 'locker' ? lockerRecipientSchema.partial() : courierRecipientSchema.partial()
  return z.preprocess(
    (form) =>
      typeof form === 'object' && form !== null
        ? Object.fromEntries(Object.entries(form).filter(([, typed]) => !isEmpty(typed)))
        : form,
    filled,
  )
}

/** The recipient and the destination of the parcel, checked and normalised. */
export type Recipient = {
  firstName: string
  lastName: string
  /** E.164 */
  phone: string
  delivery:
    | { kind: 'locker'; lockerId: string; receiverEmail: string }
    | { kind: 'courier'; street: string; houseNumber: string; city: string; postalCode: string }
}

type RecipientField = keyof z.output<typeof courierRecipientSchema> | keyof z.output<typeof lockerRecipientSchema>

/** Fields that a browser holds or sends. Those that the method does not need may be missing or invalid. */
type RecipientForm = Partial<Record<RecipientField, unknown>>

export function parseRecipient(
  form: RecipientForm,
  method: ShippingMethod,
): Result<Recipient, { reason: 'invalid_recipient'; fields: Partial<Record<string, string>> }> {
  if (isLockerMethod(method)) {
    const parsed = lockerRecipientSchema.safeParse(form)
    if (!parsed.success) return fail({ reason: 'invalid_recipient', fields: firstSentences(parsed.error) })
    const { selectedLocker, receiverEmail, ...person } = parsed.data
    return ok({ ...person, delivery: { kind: 'locker', lockerId: selectedLocker, receiverEmail } })
  }
  const parsed = courierRecipientSchema.safeParse(form)
  if (!parsed.success) return fail({ reason: 'invalid_recipient', fields: firstSentences(parsed.error) })
  const { firstName, lastName, phone, ...address } = parsed.data
  return ok({ firstName, lastName, phone, delivery: { kind: 'courier', ...address } })
}

/** The first message of each field. zod lists issues in the order of the schema. */
function firstSentences(error: z.ZodError): Partial<Record<string, string>> {
  const fields: Partial<Record<string, string>> = {}
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message
  return fields
}

/** The checkout that asks, since wordings differ. `cart`: cart dialog, `product`: product dialog. */
export type CheckoutDialog = 'cart' | 'product'

type CheckoutState = {
  signedIn: boolean
  /** A buyer who is not signed in and wants no account. */
  withoutAccount?: boolean
  method: ShippingMethod | null
  dialog: CheckoutDialog
}

/**
 * Validates the form of a checkout, in the order of the screen: an account unless the buyer is signed in, a method, and
 * the fields that this method needs.
 */
export function checkoutSchema({ signedIn, withoutAccount = false, method, dialog }: CheckoutState) {
  const credentials = withoutAccount ? guestWithoutAccountSchema : guestCredentialsSchema
  const recipient = method && (isLockerMethod(method) ? lockerRecipientSchema : courierRecipientSchema)
  return z.object({
    ...(signedIn ? {} : credentials.shape),
    shippingMethod: z.enum(SHIPPING_METHODS, { error: CHECKOUT_TEXTS[dialog].shippingMethodRequired }),
    ...recipient?.shape,
  })
}

/**
 * The toast for invalid fields: what is missing in the first incomplete part of the checkout. When every field is
 * filled in but a value is invalid, the account's part asks to check its fields. The other parts show no toast, because
 * the message at the field says enough.
 */
export function summarizeCheckout(
  fields: Partial<Record<string, string>>,
  form: Partial<Record<string, unknown>>,
  dialog: CheckoutDialog,
): { title: string; description?: string } | undefined {
  const texts = CHECKOUT_TEXTS[dialog]
  const missing = (...names: string[]) => names.some((name) => name in fields && isEmpty(form[name]))
  const wrong = (...names: string[]) => names.some((name) => name in fields)
  if (missing('email', 'password')) return { title: texts.credentialsRequired }
  if (wrong('email', 'password')) return { title: CHECKOUT_TEXTS.wrongCredentials }
  if (wrong('acceptedTerms')) return CHECKOUT_TEXTS.terms
  if (wrong('shippingMethod')) return { title: texts.shippingMethodRequired }
  if (missing('firstName', 'lastName', 'phone')) return { title: texts.recipientRequired }
  if (missing('street', 'houseNumber', 'city', 'postalCode')) return { title: texts.courierRequired }
  if (missing('selectedLocker')) return { title: texts.lockerRequired }
  if (missing('receiverEmail')) return { title: texts.receiverEmailRequired }
  return undefined
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
