import { z } from 'zod'
import { ACCOUNT_TEXTS, emailSchema, passwordSchema } from '#domain/accounts/account.ts'
import { phoneSchema } from '#domain/phone-number.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import { isLockerMethod, type ShippingMethod } from '#domain/shipping/shipping-method.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/text.ts'

/** One line a person typed: trimmed, and readable as it stands. */
function line(required: string, max: number) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `Wpisz najwyżej ${max} znaków`)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE)
}

/** Not the account's: whoever receives the parcel. */
const receiverEmailSchema = line('Podaj email odbiorcy', 254).pipe(z.email(ACCOUNT_TEXTS.emailInvalid))

/** Kept as '00-000', also when typed without the hyphen. */
const postalCodeSchema = line('Podaj kod pocztowy', 10)
  .regex(/^\d{2}[-\s]?\d{3}$/, 'Podaj kod pocztowy w formacie 00-000')
  .transform((typed) => `${typed.slice(0, 2)}-${typed.slice(-3)}`)

/** A locker's `inpost_id`, or an object that carries it (0-decisions). */
const lockerSchema = z.preprocess(
  (chosen) => (typeof chosen === 'object' && chosen !== null && 'inpost_id' in chosen ? chosen.inpost_id : chosen),
  line('Wybierz paczkomat', 40),
)

const RECIPIENT = {
  firstName: line('Podaj imię', 60),
  lastName: line('Podaj nazwisko', 60),
  phone: phoneSchema,
} as const

const COURIER = {
  street: line('Podaj ulicę', 100),
  houseNumber: line('Podaj numer domu', 20),
  city: line('Podaj miejscowość', 60),
  postalCode: postalCodeSchema,
} as const

const LOCKER = {
  selectedLocker: lockerSchema,
  receiverEmail: receiverEmailSchema,
} as const

/** One field of the form, for a check on blur: `checkoutField.phone.safeParse(typed)`. */
export const checkoutField = {
  email: emailSchema,
  password: passwordSchema,
  ...RECIPIENT,
  ...COURIER,
  ...LOCKER,
} as const
export type CheckoutField = keyof typeof checkoutField

const lockerForm = z.object({ ...RECIPIENT, ...LOCKER })
const courierForm = z.object({ ...RECIPIENT, ...COURIER })

/** Checked and normalised: who receives the parcel, and where. */
export type Recipient = {
  firstName: string
  lastName: string
  phone: string
  delivery:
    | { kind: 'locker'; lockerId: string; receiverEmail: string }
    | { kind: 'courier'; street: string; houseNumber: string; city: string; postalCode: string }
}

/** What a browser holds or sends; fields the method does not need may be missing or anything. */
export type RecipientForm = Partial<
  Record<keyof typeof RECIPIENT | keyof typeof COURIER | keyof typeof LOCKER, unknown>
>

/** A sentence per wrong field, in the order of the form. */
export type FieldErrors = Partial<Record<CheckoutField | 'acceptedTerms', string>>

export function parseRecipient(
  form: RecipientForm,
  method: ShippingMethod,
): Result<Recipient, { reason: 'invalid_recipient'; fields: FieldErrors }> {
  if (isLockerMethod(method)) {
    const parsed = lockerForm.safeParse(form)
    if (!parsed.success) return fail({ reason: 'invalid_recipient', fields: fieldErrors(parsed.error) })
    const { selectedLocker, receiverEmail, ...person } = parsed.data
    return ok({ ...person, delivery: { kind: 'locker', lockerId: selectedLocker, receiverEmail } })
  }
  const parsed = courierForm.safeParse(form)
  if (!parsed.success) return fail({ reason: 'invalid_recipient', fields: fieldErrors(parsed.error) })
  const { firstName, lastName, phone, ...address } = parsed.data
  return ok({ firstName, lastName, phone, delivery: { kind: 'courier', ...address } })
}

/** What is wrong with a form: a toast in the dialog's own words and a sentence per field. No fields: nothing is wrong. */
export type FormProblems = { toast?: string; description?: string; fields: FieldErrors }

/**
 * Step 3: recipient and delivery data. Something missing is toasted in the words of spec 1 §5; where everything is
 * filled in but a value makes no sense, the toast is that field's own sentence.
 */
export function validateRecipient(form: RecipientForm, method: ShippingMethod, dialog: CheckoutDialog): FormProblems {
  const parsed = parseRecipient(form, method)
  if (parsed.ok) return { fields: {} }
  const { fields } = parsed.failure
  const texts = CHECKOUT_TEXTS[dialog]
  const missing = (names: readonly (keyof RecipientForm)[]) =>
    names.some((name) => name in fields && isEmpty(form[name]))
  const toast = missing(['firstName', 'lastName', 'phone'])
    ? texts.recipientRequired
    : missing(['street', 'houseNumber', 'city', 'postalCode'])
      ? texts.courierRequired
      : missing(['selectedLocker'])
        ? texts.lockerRequired
        : missing(['receiverEmail'])
          ? texts.receiverEmailRequired
          : Object.values(fields)[0]
  return { toast, fields }
}

/** Step 1: e-mail, password and terms. */
export function validateCredentials(form: { email: string; password: string; acceptedTerms: boolean }): FormProblems {
  const parsed = z.object({ email: emailSchema, password: passwordSchema }).safeParse(form)
  const fields: FieldErrors = parsed.success ? {} : fieldErrors(parsed.error)
  if (!form.acceptedTerms) fields.acceptedTerms = CHECKOUT_TEXTS.terms.description
  if (isEmpty(form.email) || form.password === '') return { toast: CHECKOUT_TEXTS.cart.credentialsRequired, fields }
  if (!parsed.success) return { toast: Object.values(fields)[0], fields }
  if (form.acceptedTerms) return { fields }
  return { toast: CHECKOUT_TEXTS.terms.title, description: CHECKOUT_TEXTS.terms.description, fields }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** The first sentence per field; zod lists issues in the order of the schema. */
function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name = issue.path[0]
    if (typeof name === 'string' && name in checkoutField) fields[name as CheckoutField] ??= issue.message
  }
  return fields
}

/** Toast texts of the two checkouts, to the letter (spec 1 §5). `cart`: cart dialog, `product`: product dialog. */
export const CHECKOUT_TEXTS = {
  cart: {
    credentialsRequired: 'Wypełnij wszystkie pola',
    emptyCart: 'Pusty koszyk',
    shippingMethodRequired: 'Wybierz sposób dostawy',
    recipientRequired: 'Wypełnij imię, nazwisko i telefon',
    courierRequired: 'Wypełnij wszystkie pola adresowe dla dostawy kurierskiej',
    lockerRequired: 'Wybierz paczkomat i podaj email odbiorcy',
    receiverEmailRequired: 'Wybierz paczkomat i podaj email odbiorcy',
  },
  product: {
    credentialsRequired: 'Wypełnij wszystkie pola',
    emptyCart: 'Pusty koszyk',
    shippingMethodRequired: 'Wybierz metodę przesyłki',
    recipientRequired: 'Wypełnij wszystkie wymagane pola',
    courierRequired: 'Wypełnij wszystkie dane adresowe',
    lockerRequired: 'Wybierz paczkomat',
    receiverEmailRequired: 'Podaj email odbiorcy',
  },
  terms: {
    title: 'Akceptacja regulaminu',
    description: 'Musisz zaakceptować regulamin, aby kontynuować.',
  },
} as const

/** Which checkout asks: each words its toasts in its own way. */
export type CheckoutDialog = 'cart' | 'product'
