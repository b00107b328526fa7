import { z } from 'zod'
import { ACCOUNT_TEXTS, passwordSchema } from '#domain/accounts/account.ts'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { phoneSchema } from '#domain/kernel/numbers/phone-number.ts'
import {
  type DeliveryMethod,
  isLockerMethod,
  type OrderMethod,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { firstSentences } from '#domain/kernel/text/first-sentences.ts'
import { isEmptyField } from '#domain/kernel/text/plain-text.ts'
import { lineSchema, plainNameSchema, postalCodeSchema } from '#domain/kernel/text/text-schemas.ts'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { COMPANY_FIELDS, UNIT_FIELDS } from '#domain/papers/company-form.ts'
import { type FactField, factFormShape, parseFacts, type Wishes } from './checkout-facts.ts'
import type { HeldRequest } from './held-order.ts'

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

/** E-mail, password and terms. They sign in to an account or create one. */
export const guestCredentialsSchema = defineSchema(() =>
  z.object({
    email: emailSchema,
    password: passwordSchema,
    acceptedTerms: z.literal(true, { error: CHECKOUT_TEXTS.terms.description }),
  }),
)

/** The credentials of a buyer who wants no account. */
export const guestWithoutAccountSchema = defineSchema(() => guestCredentialsSchema.omit({ password: true }))

const personShape = defineSchema(() => ({
  firstName: plainNameSchema('Podaj imię', 60),
  lastName: plainNameSchema('Podaj nazwisko', 60),
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

export const courierRecipientSchema = defineSchema(() =>
  z.object({
    ...personShape,
    phone: receiverPhoneSchema('courier'),
    street: lineSchema('Podaj ulicę', 100),
    houseNumber: lineSchema('Podaj numer domu', 20),
    city: plainNameSchema('Podaj miejscowość', 60),
    postalCode: postalCodeSchema,
  }),
)

export const lockerRecipientSchema = defineSchema(() =>
  z.object({
    ...personShape,
    phone: receiverPhoneSchema('locker'),
    // A locker's `inpost_id`, or an object that has it.
    selectedLocker: z.preprocess(
      (chosen) => (typeof chosen === 'object' && chosen !== null && 'inpost_id' in chosen ? chosen.inpost_id : chosen),
      lineSchema('Wybierz paczkomat', 40),
    ),
    // The recipient's address, which may differ from the account's.
    receiverEmail: lineSchema('Podaj email odbiorcy', 254)
      .transform(normalizeEmail)
      .pipe(z.email(ACCOUNT_TEXTS.emailInvalid)),
  }),
)

/** The receiver and the destination of an existing parcel, by the same rules as for a new order. */
export function receiverSchema(delivery: DeliveryMethod) {
  return delivery === 'locker' ? lockerRecipientSchema : courierRecipientSchema
}

/** Changes of receiver and destination: an empty field keeps the present value. */
export function receiverChangesSchema(delivery: DeliveryMethod) {
  const filled = delivery === 'locker' ? lockerRecipientSchema.partial() : courierRecipientSchema.partial()
  return z.preprocess(
    (form) =>
      typeof form === 'object' && form !== null
        ? Object.fromEntries(Object.entries(form).filter(([, typed]) => !isEmptyField(typed)))
        : form,
    filled,
  )
}

/** The recipient and the destination of the parcel, checked and normalised, as a held order stores them. */
export type Recipient = HeldRequest['recipient']

type RecipientField =
  | keyof z.output<typeof courierRecipientSchema>
  | keyof z.output<typeof lockerRecipientSchema>
  | FactField

/** Fields that a browser holds or sends. Those that the method does not need may be missing or invalid. */
type RecipientForm = Partial<Record<RecipientField, unknown>>

export function parseRecipient(
  form: RecipientForm,
  method: OrderMethod,
): Result<Recipient, { reason: 'invalid_recipient'; fields: Partial<Record<string, string>> }> {
  const parsed = (isLockerMethod(method) ? lockerRecipientSchema : courierRecipientSchema).safeParse(form)
  const { facts, issues } = parseFacts(form)
  if (!parsed.success || issues.length > 0) {
    const fields = firstSentences([...(parsed.error?.issues ?? []), ...issues])
    return fail({ reason: 'invalid_recipient', fields })
  }
  const { firstName, lastName, phone, ...place } = parsed.data
  const delivery =
    'selectedLocker' in place
      ? { kind: 'locker' as const, lockerId: place.selectedLocker, receiverEmail: place.receiverEmail }
      : { kind: 'courier' as const, ...place }
  return ok({ firstName, lastName, phone, delivery, ...facts })
}

/** The checkout that asks, since wordings differ. `cart`: cart dialog, `product`: product dialog. */
export type CheckoutDialog = 'cart' | 'product'

type CheckoutState = Wishes & {
  signedIn: boolean
  /** A buyer who is not signed in and wants no account. */
  withoutAccount?: boolean
  method: ShippingMethod | null
  dialog: CheckoutDialog
}

/**
 * Validates the form of a checkout, in the order of the screen: an account unless the buyer is signed in, a method, and
 * the fields that this method and an invoice need.
 */
export function checkoutSchema(state: CheckoutState) {
  const { signedIn, withoutAccount = false, method, dialog, ...wishes } = state
  const credentials = withoutAccount ? guestWithoutAccountSchema : guestCredentialsSchema
  const recipient = method && (isLockerMethod(method) ? lockerRecipientSchema : courierRecipientSchema)
  return z.object({
    ...(signedIn ? {} : credentials.shape),
    shippingMethod: z.enum(SHIPPING_METHODS, { error: CHECKOUT_TEXTS[dialog].shippingMethodRequired }),
    ...recipient?.shape,
    ...factFormShape(wishes),
  })
}

/**
 * The toast for invalid fields: what is missing in the first incomplete part of the checkout. When every field is
 * filled in but a value is invalid, the toast of the account's part asks the buyer to check its fields. The other parts
 * show no toast, because the message at the field says enough.
 */
export function summarizeCheckout(
  fields: Partial<Record<string, string>>,
  form: Partial<Record<string, unknown>>,
  dialog: CheckoutDialog,
): { title: string; description?: string } | undefined {
  const texts = CHECKOUT_TEXTS[dialog]
  const missing = (...names: string[]) => names.some((name) => name in fields && isEmptyField(form[name]))
  const wrong = (...names: string[]) => names.some((name) => name in fields)
  if (missing('email', 'password')) return { title: texts.credentialsRequired }
  if (wrong('email', 'password')) return { title: CHECKOUT_TEXTS.wrongCredentials }
  if (wrong('acceptedTerms')) return CHECKOUT_TEXTS.terms
  if (wrong('shippingMethod')) return { title: texts.shippingMethodRequired }
  if (missing('firstName', 'lastName', 'phone')) return { title: texts.recipientRequired }
  if (missing('street', 'houseNumber', 'city', 'postalCode')) return { title: texts.courierRequired }
  if (missing('selectedLocker')) return { title: texts.lockerRequired }
  if (missing(...COMPANY_FIELDS, ...UNIT_FIELDS)) return { title: 'Wypełnij dane do faktury' }
  if (missing('receiverEmail')) return { title: texts.receiverEmailRequired }
  return undefined
}
