import type { SessionUser } from '#app/session/session.ts'
import { validateRecipient } from '#domain/checkout/checkout-form.ts'
import { CHECKOUT_TEXTS, type CheckoutDialog } from '#domain/checkout/checkout-texts.ts'
import { credentialsProblems } from './guest-sign-in.ts'
import type { CheckoutForm, Problems } from './use-checkout-form.ts'

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
