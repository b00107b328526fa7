import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Session, SessionUser } from '#app/account/session.ts'
import { readStored, readStoredObject, writeStored } from '#app/browser-storage.ts'
import { checkoutDefaultsQuery, queryClient } from '#app/query-client.ts'
import { useForm } from '#app/ui/form/form.tsx'
import type { CheckoutDefaults } from '#domain/accounts/account.ts'
import { EMPTY_FACTS } from '#domain/checkout/checkout-facts.ts'
import { type CheckoutDialog, checkoutSchema, summarizeCheckout } from '#domain/checkout/checkout-form.ts'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { OFFERED, type ShippingMethod, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { type ParcelLocker, parcelLockerSchema } from '#domain/shipping/parcel-locker.ts'

/** The typed texts, which this tab stores. */
const EMPTY_TEXTS = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  receiverEmail: '',
  street: '',
  houseNumber: '',
  city: '',
  postalCode: '',
  ...EMPTY_FACTS,
}

/** What a buyer types and chooses while ordering. */
export type CheckoutValues = typeof EMPTY_TEXTS & {
  /** Never stored. Optional: a typed one signs in or creates an account, without one the order is a guest's. */
  password: string
  acceptedTerms: boolean
  shippingMethod: ShippingMethod | null
  /** The buyer has edited the receiver's e-mail, so it no longer follows the account's. */
  receiverEmailEdited: boolean
  selectedLocker: ParcelLocker | null
  /** Wants an invoice for a company. */
  withCompany: boolean
}

export const EMPTY_VALUES: CheckoutValues = {
  ...EMPTY_TEXTS,
  password: '',
  acceptedTerms: false,
  shippingMethod: null,
  receiverEmailEdited: false,
  selectedLocker: null,
  withCompany: false,
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>

type Options = {
  session: Session
  dialog: CheckoutDialog
  /** Starts with method and terms unchosen. */
  fresh?: boolean
}

/**
 * The form of both checkouts. Stores what is typed in this tab until it is ordered or the buyer signs out. The
 * account's data fill the fields that are still empty.
 */
export function useCheckoutForm({ session, dialog, fresh = false }: Options) {
  const { user } = session
  const [saved] = useState(loadDraft)
  const [initial] = useState(
    (): CheckoutValues =>
      fresh
        ? { ...saved.values, acceptedTerms: false, shippingMethod: null, withCompany: false, unit_kind: '' }
        : saved.values,
  )
  const form = useForm({
    schema: ({ shippingMethod: method, password, withCompany, unit_kind: unitKind }) =>
      checkoutSchema({
        signedIn: findBuyer(session) !== null,
        withoutAccount: password === '',
        method,
        withCompany,
        withUnit: unitKind !== '',
        dialog,
      }),
    initial,
    summarize: (fields, values) => summarizeCheckout(fields, values, dialog),
    follow: followAccountEmail,
  })
  const { values } = form
  const userId = user?.id ?? null
  /** The user the values were adapted to; undefined until the session is known. */
  const [seen, setSeen] = useState<string | null | undefined>(undefined)
  /** The user who typed the values, which no other user may see. */
  const [typist, setTypist] = useState(saved.typist)
  if (session.status === 'known' && seen !== userId) {
    setSeen(userId)
    // Signing out deletes the draft; the end of a session does not.
    const isForgotten = () => readStored('checkout_form') === null
    const isForeign = typist !== null && (userId === null ? seen === undefined || isForgotten() : typist !== userId)
    setTypist(userId ?? (isForeign ? null : typist))
    const own = isForeign ? EMPTY_VALUES : values
    if (user) form.replace(withAccount(own, user))
    else if (isForeign) form.replace(own)
  }

  const { data: defaults, isLoading } = useQuery(checkoutDefaultsQuery(userId), queryClient)
  const [isKnown, setKnown] = useState(false)
  const [filledFor, setFilledFor] = useState<string | null>(null)
  if (userId !== null && seen === userId && defaults !== undefined && filledFor !== userId) {
    setFilledFor(userId)
    if (defaults) {
      const missing = missingIn(values, defaults)
      const { shippingMethod: method } = { ...values, ...missing }
      const schema = checkoutSchema({ signedIn: true, method, dialog })
      setKnown(method !== null && schema.safeParse({ ...values, ...missing }).success)
      form.change(missing)
    }
  }

  useEffect(() => {
    if (values !== initial) saveDraft(values, userId)
  }, [values, initial, userId])

  /** `isKnown`: earlier orders fill in everything. `isFilling`: they are still read, and what is missing may come. */
  return { ...form, isKnown, isFilling: isLoading && !form.schema.safeParse(values).success }
}

/**
 * The order button while the data of earlier orders are still read: a press only shows that they come, because the buyer
 * has not seen delivery and sum yet.
 */
export function useOrderOnceFilled(isFilling: boolean, order: () => void): { isWaiting: boolean; press: () => void } {
  const [isPressed, setPressed] = useState(false)
  return { isWaiting: isPressed && isFilling, press: () => (isFilling ? setPressed(true) : order()) }
}

/** Who orders: the account that is signed in, or the address of a buyer without one; null: not known yet. */
export function findBuyer({ user, guest }: Session): { email: string } | null {
  return user ?? guest
}

/** Most buyers are the receivers, so the receiver's e-mail follows the account's until it is edited. */
function followAccountEmail(changed: Partial<CheckoutValues>, values: CheckoutValues): Partial<CheckoutValues> {
  if (changed.receiverEmail !== undefined) return { receiverEmailEdited: true }
  if (changed.email === undefined || values.receiverEmailEdited) return {}
  return { receiverEmail: changed.email.trim() }
}

/** Replaces e-mail and terms by the account's, and fills in empty names. */
function withAccount(values: CheckoutValues, user: SessionUser): CheckoutValues {
  return {
    ...values,
    email: user.email,
    password: '',
    acceptedTerms: true,
    firstName: values.firstName || (user.first_name ?? ''),
    lastName: values.lastName || (user.last_name ?? ''),
    receiverEmail: values.receiverEmailEdited ? values.receiverEmail : user.email,
  }
}

/** Data of earlier orders for the fields that are still empty. An address is filled in as a whole or not at all. */
function missingIn(values: CheckoutValues, defaults: CheckoutDefaults): Partial<CheckoutValues> {
  const { address, locker } = defaults
  const hasAddress = [values.street, values.houseNumber, values.city, values.postalCode].some((text) => text !== '')
  return {
    firstName: values.firstName || defaults.firstName,
    lastName: values.lastName || defaults.lastName,
    phone: values.phone || formatPhone(defaults.phone),
    shippingMethod: values.shippingMethod ?? defaults.shippingMethod,
    ...(address && !hasAddress && address),
    ...(locker &&
      !values.selectedLocker && { selectedLocker: { ...locker, status: 'active' as const, opening_hours: null } }),
  }
}

/**
 * The form as this tab stored it, with the parcel locker of an earlier order.
 * @returns `typist`: the account that was signed in when it was typed
 */
function loadDraft(): { values: CheckoutValues; typist: string | null } {
  const values = { ...EMPTY_VALUES, selectedLocker: parseLocker(readStoredObject('parcel_locker')) }
  const saved = readStoredObject('checkout_form')
  if (!saved) return { values, typist: null }
  for (const name of Object.keys(EMPTY_TEXTS)) {
    if (typeof saved[name] === 'string') Object.assign(values, { [name]: saved[name] })
  }
  values.acceptedTerms = saved.acceptedTerms === true
  values.receiverEmailEdited = saved.receiverEmailEdited === true
  values.withCompany = saved.withCompany === true
  values.shippingMethod = OFFERED.map(toShippingMethod).find((method) => method === saved.shippingMethod) ?? null
  values.selectedLocker = parseLocker(saved.selectedLocker) ?? values.selectedLocker
  return { values, typist: typeof saved.typist === 'string' ? saved.typist : null }
}

function saveDraft(values: CheckoutValues, typist: string | null): void {
  writeStored('checkout_form', JSON.stringify({ ...values, password: undefined, typist }))
  if (values.selectedLocker) writeStored('parcel_locker', JSON.stringify(values.selectedLocker))
}

/** Fills in what somebody else knows of the order; the rest stays as this tab stored it. */
export function fillDraft(filled: Partial<CheckoutValues>): void {
  const { values, typist } = loadDraft()
  saveDraft({ ...values, ...filled }, typist)
}

/** Forgets the form after an order. The parcel locker stays remembered. */
export function clearDraft(): void {
  writeStored('checkout_form', null)
}

function parseLocker(stored: unknown): ParcelLocker | null {
  return parcelLockerSchema.safeParse(stored).data ?? null
}
