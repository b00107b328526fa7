/** Everything the shop stores in a browser, and where: for good, or as long as the tab is open. */
const AREAS = {
  cart_items: 'localStorage',
  parcel_locker: 'localStorage',
  session: 'localStorage',
  checkout_form: 'sessionStorage',
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
} as const

type StoredKey = keyof typeof AREAS

/** What the browser did not take (storage blocked or full). It lives as long as the page, and then wins over storage. */
const memory = new Map<StoredKey, string | null>()

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
 * Stores a text, or deletes it with null; whether the browser did. Never throws: what storage does not take, the page
 * remembers.
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
  }
}

function remember(key: StoredKey, value: string | null, cause: unknown): void {
  if (!memory.has(key)) console.error(`${key} cannot be stored and lives as long as this page.`, cause)
  memory.set(key, value)
}

/** The fields of a stored JSON object; null when there is none, or something else stands there. */
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

/** Calls back when another tab has stored something else under the key, null: deleted. Only for what is stored for good. */
export function onStoredElsewhere(key: StoredKey, listener: (value: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Key null: everything was deleted.
    if (event.key === null || event.key === key) listener(event.newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
