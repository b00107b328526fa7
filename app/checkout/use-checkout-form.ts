import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Session, SessionUser } from '#app/account/session.ts'
import { toast } from '#app/ui/toast.ts'
import { checkoutField, type FieldErrors, type FormProblems } from '#domain/checkout/checkout-form.ts'
import { type CheckoutDraft, EMPTY_DRAFT, loadDraft, rememberLocker, saveDraft } from './checkout-draft.ts'

export type FormErrors = FieldErrors & { shippingMethod?: string }
export type Problems = Omit<FormProblems, 'fields'> & { fields: FormErrors }

export type CheckoutForm = {
  draft: CheckoutDraft
  password: string
  errors: FormErrors
  /** The element whose fields are searched for the first wrong one. */
  root: RefObject<HTMLDivElement | null>
  change(fields: Partial<CheckoutDraft>): void
  setPassword(password: string): void
  /** Checks one field as it is left; an empty one is left in peace until the buyer wants to go on. */
  leave(name: keyof typeof checkoutField): void
  /** Shows what is wrong: a toast, a sentence at each field, focus on the first one. */
  show(problems: Problems): void
}

/** The form both checkouts share. `fresh`: a dialog that starts over with method and terms unchosen. */
export function useCheckoutForm(session: Session, { fresh = false } = {}): CheckoutForm {
  const [saved] = useState(loadDraft)
  const [initial] = useState(() => (fresh ? startedOver(saved.draft) : saved.draft))
  const [draft, setDraft] = useState(initial)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FormErrors>({})
  const [shown, setShown] = useState(0)
  /** Whose session the draft has been fitted to; undefined until the session is known. */
  const [seen, setSeen] = useState<string | null | undefined>(undefined)
  const root = useRef<HTMLDivElement>(null)

  const { user } = session
  const userId = user?.id ?? null
  if (session.status === 'known' && seen !== userId) {
    setSeen(userId)
    const foreign = seen === undefined && saved.owner !== null && saved.owner !== userId
    const own = foreign ? EMPTY_DRAFT : draft
    if (user) setDraft(filledIn(own, user))
    else if (foreign) setDraft(own)
  }

  useEffect(() => {
    if (draft !== initial) saveDraft(draft, userId)
  }, [draft, initial, userId])

  useEffect(() => {
    if (shown > 0) focusFirstWrong(root.current)
  }, [shown])

  function clearErrors(names: string[]) {
    setErrors((current) =>
      names.some((name) => name in current)
        ? Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name)))
        : current,
    )
  }

  function change(fields: Partial<CheckoutDraft>) {
    setDraft((current) => ({ ...current, ...fields }))
    if (fields.selectedLocker) rememberLocker(fields.selectedLocker)
    clearErrors(Object.keys(fields))
  }

  return {
    draft,
    password,
    errors,
    root,
    change,
    setPassword(typed) {
      setPassword(typed)
      clearErrors(['password'])
    },
    leave(name) {
      const value = name === 'password' ? password : draft[name]
      if (value === '' || value === null) return
      const checked = checkoutField[name].safeParse(value)
      if (!checked.success) setErrors((current) => ({ ...current, [name]: checked.error.issues[0]?.message }))
      // Most parcels go to the one who orders: the address need not be typed twice.
      else if (name === 'email' && draft.receiverEmail === '') change({ receiverEmail: draft.email.trim() })
    },
    show({ toast: title, description, fields }) {
      if (title) toast({ title, description, tone: 'error' })
      setErrors(fields)
      setShown((count) => count + 1)
    },
  }
}

function startedOver(draft: CheckoutDraft): CheckoutDraft {
  const { acceptedTerms, shippingMethod } = EMPTY_DRAFT
  return { ...draft, acceptedTerms, shippingMethod }
}

/** What the account knows already: e-mail and accepted terms (spec 1 §4). Nothing else that was typed is replaced. */
function filledIn(draft: CheckoutDraft, user: SessionUser): CheckoutDraft {
  return {
    ...draft,
    email: user.email,
    acceptedTerms: true,
    firstName: draft.firstName || (user.first_name ?? ''),
    lastName: draft.lastName || (user.last_name ?? ''),
    receiverEmail: draft.receiverEmail || user.email,
  }
}

function focusFirstWrong(root: HTMLElement | null): void {
  const wrong = root?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus({ preventScroll: true })
  wrong?.scrollIntoView({ block: 'center', behavior: 'auto' })
}
