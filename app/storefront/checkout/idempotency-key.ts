const STORAGE_KEY = 'order_attempt'

let memory: string | null = null

/**
 * The key of this tab's attempt to order: the same until the shop has said what became of it, so that a repeat after a
 * lost answer, a reload or a double click is the same order. Also when the form was changed in between: whether the
 * first one got through is unknown, and the shop tells instead of sending a second parcel.
 */
export function idempotencyKey(): string {
  const key = memory ?? saved() ?? randomKey()
  remember(key)
  return key
}

/** Once the buyer knows what became of the attempt, the next press is a new order. */
export function endAttempt(): void {
  remember(null)
}

function saved(): string | null {
  try {
    const key = window.sessionStorage.getItem(STORAGE_KEY)
    return key && /^[\da-f]{32}$/.test(key) ? key : null
  } catch (cause) {
    console.warn('The order attempt cannot be read and counts for this page only.', cause)
    return null
  }
}

function remember(key: string | null): void {
  if (key === memory) return
  memory = key
  try {
    if (key) window.sessionStorage.setItem(STORAGE_KEY, key)
    else window.sessionStorage.removeItem(STORAGE_KEY)
  } catch (cause) {
    console.warn('The order attempt cannot be kept and counts for this page only.', cause)
  }
}

/** 128 random bits; `crypto.randomUUID` is missing where a page is opened without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
