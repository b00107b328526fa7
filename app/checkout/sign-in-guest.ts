import { callApi } from '#app/api-client.ts'
import type { FormProblem } from '#app/ui/form/form.tsx'
import { toast } from '#app/ui/toast.ts'
import { CHECKOUT_TEXTS } from '#domain/checkout/checkout-form.ts'
import type { CheckoutForm } from './use-checkout-form.ts'

/** The buyer has not concluded a contract: a prepaid order is not binding before it is paid. */
export const NOT_SENT = {
  title: 'Brak internetu',
  description: 'Zamówienie nie zostało złożone, nic nie zginęło. Gdy połączenie wróci, naciśnij ponownie.',
}

/** Signs in or creates the account by a typed password, or goes on without one; `code` when the account wants a second factor first. */
export async function callGuestSignIn({ values }: CheckoutForm): Promise<'signed_in' | 'code' | FormProblem> {
  const { email, password, acceptedTerms } = values
  const way = password === '' ? { withoutAccount: true as const } : { password }
  const answer = await callApi('post', '/api/guest-sign-in', { json: { email: email.trim(), ...way, acceptedTerms } })
  if (answer.ok) {
    if (password === '') return 'signed_in'
    const title = answer.value.created ? 'Konto utworzone' : 'Zalogowano'
    toast({ title, description: email.trim(), tone: 'success' })
    return 'signed_in'
  }
  const { failure } = answer
  if (failure.reason === 'unreachable') return { toast: NOT_SENT }
  const { code, message, fields } = failure
  switch (code) {
    case 'second_factor_required':
      return 'code'
    case 'terms_not_accepted':
      return { toast: CHECKOUT_TEXTS.terms, fields }
    case 'wrong_password':
      return { toast: { title: 'Błąd logowania', description: message }, fields: { ...fields, password: message } }
    case 'body_too_large':
    case 'busy':
    case 'database_unavailable':
    case 'forbidden_origin':
    case 'internal_error':
    case 'invalid_request':
    case 'sign_in_busy':
    case 'too_many_attempts':
      return { toast: { title: 'Błąd logowania', description: message }, fields }
  }
  // Every code above is all this build knows; a newer server may have more.
  code satisfies never
  return { toast: { title: 'Błąd logowania', description: message } }
}
