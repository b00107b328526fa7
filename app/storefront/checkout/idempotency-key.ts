const KEY = 'order_attempt'

type Attempt = { content: string; key: string }

let memory: Attempt | null = null

/**
 * The key of this attempt to order: the same for as long as the content is, so that a repeat after a lost answer, a
 * reload or a double click is the same order. Kept for this tab; other content is another attempt.
 */
export function idempotencyKeyFor(content: string): string {
  const attempt = current()
  if (attempt?.content === content) return attempt.key
  const next = { content, key: randomKey() }
  remember(next)
  return next.key
}

/** Once the order is acknowledged, the same cart is a new order. */
export function endAttempt(): void {
  remember(null)
}

function current(): Attempt | null {
  if (memory) return memory
  try {
    const saved: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null')
    if (typeof saved !== 'object' || saved === null) return null
    const { content, key } = saved as Record<string, unknown>
    return typeof content === 'string' && typeof key === 'string' ? { content, key } : null
  } catch (cause) {
    console.warn('The order attempt cannot be read and counts for this page only.', cause)
    return null
  }
}

function remember(attempt: Attempt | null): void {
  memory = attempt
  try {
    if (attempt) window.sessionStorage.setItem(KEY, JSON.stringify(attempt))
    else window.sessionStorage.removeItem(KEY)
  } catch (cause) {
    console.warn('The order attempt cannot be kept and counts for this page only.', cause)
  }
}

/** 128 random bits; `crypto.randomUUID` is missing where a page is opened without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
