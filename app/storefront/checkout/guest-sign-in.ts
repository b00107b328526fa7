import { callApi } from '#app/call-api.ts'
import { toast } from '#app/ui/toast.ts'
import { emailSchema, MIN_PASSWORD } from '#domain/accounts/credentials.ts'
import { validateCredentials } from '#domain/checkout/checkout-form.ts'
import { CHECKOUT_TEXTS } from '#domain/checkout/checkout-texts.ts'
import type { CheckoutForm, FormErrors, Problems } from './use-checkout-form.ts'

const FALLBACK = 'Wystąpił błąd podczas logowania/rejestracji'

/** What is wrong with e-mail, password and terms as typed; undefined when nothing is. */
export function credentialsProblems({ draft, password }: CheckoutForm): Problems | undefined {
  const problems = validateCredentials({ email: draft.email, password, acceptedTerms: draft.acceptedTerms })
  return Object.keys(problems.fields).length > 0 ? problems : undefined
}

/** The guest's submit button waits for a valid e-mail and six characters (spec 1 §5). */
export function canSubmitCredentials({ draft, password }: CheckoutForm): boolean {
  return password.length >= MIN_PASSWORD && emailSchema.safeParse(draft.email).success
}

/** Signs in, or creates the account (0-decisions, Buying). Returns what went wrong, worded; undefined once signed in. */
export async function guestSignIn({ draft, password }: CheckoutForm): Promise<Problems | undefined> {
  const answer = await callApi<{ created: boolean }>('/api/guest-sign-in', {
    post: { email: draft.email.trim(), password, acceptedTerms: draft.acceptedTerms },
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
