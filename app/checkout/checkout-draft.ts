import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { OFFERED, type ShippingMethod, toShippingMethod } from '#domain/shipping/shipping-method.ts'

/** What a buyer types and chooses while ordering (spec 1 §3), without the password, which is never kept. */
export type CheckoutDraft = {
  email: string
  acceptedTerms: boolean
  shippingMethod: ShippingMethod | null
  firstName: string
  lastName: string
  phone: string
  receiverEmail: string
  street: string
  houseNumber: string
  city: string
  postalCode: string
  selectedLocker: ParcelLocker | null
}

export const EMPTY_DRAFT: CheckoutDraft = {
  email: '',
  acceptedTerms: false,
  shippingMethod: null,
  firstName: '',
  lastName: '',
  phone: '',
  receiverEmail: '',
  street: '',
  houseNumber: '',
  city: '',
  postalCode: '',
  selectedLocker: null,
}

/** The text fields of the draft. */
export const TEXT_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'receiverEmail',
  'street',
  'houseNumber',
  'city',
  'postalCode',
] as const

const DRAFT_KEY = 'checkout_form'
const LOCKER_KEY = 'parcel_locker'

export type SavedDraft = {
  draft: CheckoutDraft
  /** The account that was signed in when it was typed: after signing out it is shown to nobody else. */
  owner: string | null
}

/** The draft as this tab left it, with the parcel locker remembered from an earlier order. */
export function loadDraft(): SavedDraft {
  const draft = { ...EMPTY_DRAFT, selectedLocker: lockerOf(load('localStorage', LOCKER_KEY)) }
  const saved = load('sessionStorage', DRAFT_KEY)
  if (!saved) return { draft, owner: null }
  for (const field of TEXT_FIELDS) {
    const value = saved[field]
    if (typeof value === 'string') draft[field] = value
  }
  draft.acceptedTerms = saved.acceptedTerms === true
  draft.shippingMethod = OFFERED.map(toShippingMethod).find((method) => method === saved.shippingMethod) ?? null
  draft.selectedLocker = lockerOf(saved.selectedLocker) ?? draft.selectedLocker
  return { draft, owner: typeof saved.owner === 'string' ? saved.owner : null }
}

export function saveDraft(draft: CheckoutDraft, owner: string | null): void {
  save('sessionStorage', DRAFT_KEY, { ...draft, owner })
}

/** After an order: the form starts empty, only the parcel locker is remembered. */
export function clearDraft(): void {
  save('sessionStorage', DRAFT_KEY, null)
}

export function rememberLocker(locker: ParcelLocker): void {
  save('localStorage', LOCKER_KEY, locker)
}

function lockerOf(saved: unknown): ParcelLocker | null {
  if (typeof saved !== 'object' || saved === null) return null
  const { inpost_id, name, address, city, postal_code, opening_hours } = saved as Record<string, unknown>
  if (typeof inpost_id !== 'string' || typeof name !== 'string' || typeof address !== 'string') return null
  if (typeof city !== 'string' || typeof postal_code !== 'string') return null
  const hours = typeof opening_hours === 'string' ? opening_hours : null
  return { inpost_id, name, address, city, postal_code, status: 'active', opening_hours: hours }
}

type Place = 'localStorage' | 'sessionStorage'

/** Storage is a convenience here: blocked, full or filled with nonsense, the form still works. */
function load(place: Place, key: string): Record<string, unknown> | null {
  try {
    const saved: unknown = JSON.parse(window[place].getItem(key) ?? 'null')
    return typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : null
  } catch (cause) {
    console.warn(`${key} cannot be read from ${place}`, cause)
    return null
  }
}

function save(place: Place, key: string, value: object | null): void {
  try {
    if (value === null) window[place].removeItem(key)
    else window[place].setItem(key, JSON.stringify(value))
  } catch (cause) {
    console.warn(`${key} cannot be kept in ${place}`, cause)
  }
}
