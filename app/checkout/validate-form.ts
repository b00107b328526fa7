import type { SessionUser } from '#app/account/session.ts'
import { callApi } from '#app/api-client.ts'
import { toast } from '#app/ui/toast.ts'
import { emailSchema, MIN_PASSWORD_LENGTH } from '#domain/accounts/account.ts'
import {
  CHECKOUT_TEXTS,
  type CheckoutDialog,
  validateCredentials,
  validateRecipient,
} from '#domain/checkout/checkout-form.ts'
import type { CheckoutForm, FormErrors, Problems } from './use-checkout-form.ts'

/** No way to send the parcel is chosen; undefined when one is. */
export function methodProblems({ draft }: CheckoutForm, dialog: CheckoutDialog): Problems | undefined {
  if (draft.shippingMethod) return undefined
  const sentence = CHECKOUT_TEXTS[dialog].shippingMethodRequired
  return { toast: sentence, fields: { shippingMethod: sentence } }
}

/**
 * Everything that stands between the form and an order, in the order of the screen: each wrong field has its sentence,
 * the first problem is the toast. undefined when the order can go.
 */
export function orderProblems(
  form: CheckoutForm,
  dialog: CheckoutDialog,
  user: SessionUser | null,
): Problems | undefined {
  const { shippingMethod } = form.draft
  const recipient = shippingMethod ? validateRecipient(form.draft, shippingMethod, dialog) : { fields: {} }
  const all = [user ? undefined : credentialsProblems(form), methodProblems(form, dialog), recipient]
  const found = all.filter((problems) => problems !== undefined && Object.keys(problems.fields).length > 0)
  if (found.length === 0) return undefined
  return { ...found[0], fields: Object.assign({}, ...found.map((problems) => problems?.fields)) }
}

const FALLBACK = 'Wystąpił błąd podczas logowania/rejestracji'

/** What is wrong with e-mail, password and terms as typed; undefined when nothing is. */
export function credentialsProblems({ draft, password }: CheckoutForm): Problems | undefined {
  const problems = validateCredentials({ email: draft.email, password, acceptedTerms: draft.acceptedTerms })
  return Object.keys(problems.fields).length > 0 ? problems : undefined
}

/** The guest's submit button waits for a valid e-mail and six characters (spec 1 §5). */
export function canSubmitCredentials({ draft, password }: CheckoutForm): boolean {
  return password.length >= MIN_PASSWORD_LENGTH && emailSchema.safeParse(draft.email).success
}

/** Signs in, or creates the account (0-decisions, Buying). Returns what went wrong, worded; undefined once signed in. */
export async function signInGuest({ draft, password }: CheckoutForm): Promise<Problems | undefined> {
  const answer = await callApi('post', '/api/guest-sign-in', {
    json: { email: draft.email.trim(), password, acceptedTerms: draft.acceptedTerms },
  })
  if (answer.ok) {
    toast({ title: answer.value.created ? 'Konto utworzone' : 'Zalogowano', description: draft.email.trim() })
    return undefined
  }
  const { failure } = answer
  if (failure.reason === 'unreachable') return { toast: 'Błąd logowania', description: FALLBACK, fields: {} }
  const fields: FormErrors = { ...failure.fields }
  if (failure.code === 'wrong_password') fields.password = failure.message
  if (failure.code === 'terms_not_accepted') {
    return { toast: CHECKOUT_TEXTS.terms.title, description: CHECKOUT_TEXTS.terms.description, fields }
  }
  return { toast: 'Błąd logowania', description: failure.message || FALLBACK, fields }
}
