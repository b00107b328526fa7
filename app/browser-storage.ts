import { toast } from '#app/ui/toast.ts'

/** Everything the shop stores in a browser: permanently (localStorage) or until the tab is closed (sessionStorage). */
const AREAS = {
  cart_items: 'localStorage',
  cart_key: 'localStorage',
  held_cart: 'localStorage',
  parcel_locker: 'localStorage',
  session: 'localStorage',
  checkout_form: 'sessionStorage',
  discount_code: 'sessionStorage',
  product_checkout: 'sessionStorage',
  order_attempt: 'sessionStorage',
  unpaid_attempt: 'sessionStorage',
  unpaid_orders: 'localStorage',
  placed_order: 'sessionStorage',
  packing_ticks: 'sessionStorage',
  privacy_accepted: 'localStorage',
  promo_dismissed: 'localStorage',
  analytics_consent: 'localStorage',
  reported_orders: 'localStorage',
  saved_products: 'localStorage',
  viewed_products: 'localStorage',
  review_draft: 'sessionStorage',
  contact_message: 'sessionStorage',
  statement_draft: 'sessionStorage',
  terms_draft: 'sessionStorage',
} as const

type StoredKey = keyof typeof AREAS

/** Values that the browser did not store (blocked or full). They last as long as the page and override storage. */
const memory = new Map<StoredKey, string | null>()

/** Has an event named after the key for every write of this tab. */
const writes = new EventTarget()

/** The stored text; null when there is none. Never throws. */
export function readStored(key: StoredKey): string | null {
  const remembered = memory.get(key)
  if (remembered !== undefined) return remembered
  try {
    return window[AREAS[key]].getItem(key)
  } catch (cause) {
    remember(key, null, cause)
    return null
  }
}

/**
 * Stores a text; null deletes it. Never throws: the page remembers what storage does not take.
 * @returns whether the browser stored it
 */
export function writeStored(key: StoredKey, value: string | null): boolean {
  try {
    if (value === null) window[AREAS[key]].removeItem(key)
    else window[AREAS[key]].setItem(key, value)
    memory.delete(key)
    return true
  } catch (cause) {
    remember(key, value, cause)
    return false
  } finally {
    writes.dispatchEvent(new Event(key))
  }
}

/** What a buyer loses, in words. The saved products have a message of their own. */
const MISSED: Partial<Record<StoredKey, string>> = {
  cart_items: 'Koszyk',
  checkout_form: 'To, co wpisano',
  contact_message: 'To, co wpisano',
  review_draft: 'To, co wpisano',
  statement_draft: 'To, co wpisano',
}

function remember(key: StoredKey, value: string | null, cause: unknown): void {
  if (!memory.has(key)) console.error(`${key} cannot be stored and lives as long as this page.`, cause)
  const missed = MISSED[key]
  if (!memory.has(key) && value !== null && missed) {
    const title = 'Pamięć przeglądarki jest pełna lub zablokowana'
    toast({ title, description: `${missed} zniknie po odświeżeniu lub zamknięciu strony.`, tone: 'error', kind: title })
  }
  memory.set(key, value)
}

/** The fields of a stored JSON object; null when there is none or something else is stored. */
export function readStoredObject(key: StoredKey): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? 'null')
    return isObject(stored) ? stored : null
  } catch (cause) {
    console.warn(`${key} is unreadable and ignored.`, cause)
    return null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Calls back when another tab has changed the value; null: deleted. Only for keys of localStorage. */
export function onStoredElsewhere(key: StoredKey, listener: (value: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Key null: everything was deleted.
    if (event.key === null || event.key === key) listener(event.newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/**
 * Calls back when the value may have changed: in this tab, in another one, or while this page was in the back/forward
 * cache, where no event reaches it.
 */
export function onStored(key: StoredKey, listener: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  writes.addEventListener(key, () => listener(), { signal })
  window.addEventListener('pageshow', (event) => event.persisted && listener(), { signal })
  const stopListening = onStoredElsewhere(key, () => listener())
  signal.addEventListener('abort', stopListening)
  return () => stop.abort()
}
