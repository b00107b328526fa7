import { readStored, writeStored } from '#app/browser-storage.ts'
import { keepCartKey, renewCartKey } from '#app/cart/cart-key.ts'

const KEY = /^[\da-f]{32}$/

type OrderedItems = readonly { id: string; quantity: number }[]

/**
 * The idempotency key of this tab's attempt to order these items, made of a key that all tabs share and of the items:
 * the same cart ordered in two tabs at once is one order, two different carts are two. The key stays until the shop has
 * answered, so that a retry after a lost answer, a reload or a double click is the same order. It stays even when the
 * form was changed: the first attempt may have succeeded, and then the shop refuses instead of sending a second parcel.
 */
export function currentAttempt(items: OrderedItems): string {
  const known = readKey('order_attempt')
  if (known !== null) return known
  const key = keepCartKey() + hashItems(items)
  writeStored('order_attempt', key)
  return key
}

/** FNV-1a, 32 bits: two different carts collide once in four billion times. */
function hashItems(items: OrderedItems): string {
  const content = items
    .map(({ id, quantity }) => `${id.toLowerCase()} ${quantity}`)
    .sort()
    .join()
  const hash = [...content].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x01000193), 0x811c9dc5)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * The key of a prepaid order: that of the unanswered attempt, else that of this tab's unpaid order (`isAnswered`), else
 * a new one.
 */
export function prepaidAttempt(items: OrderedItems): { key: string; isAnswered: boolean } {
  const unpaid = readKey('order_attempt') === null ? readKey('unpaid_attempt') : null
  return unpaid === null ? { key: currentAttempt(items), isAnswered: false } : { key: unpaid, isAnswered: true }
}

/** The attempt has its answer: the next press is a new order. */
export function endAttempt(): void {
  const ended = readKey('order_attempt')
  writeStored('order_attempt', null)
  // Renewed at once, so that the tabs share the next one, too.
  if (ended?.startsWith(keepCartKey())) renewCartKey()
}

/** The order of this attempt exists and waits for its payment. */
export function answeredUnpaid(key: string): void {
  endAttempt()
  writeStored('unpaid_attempt', key)
}

/** The unpaid order is paid or over, or the buyer now wants another order. */
export function endUnpaidAttempt(): void {
  writeStored('unpaid_attempt', null)
}

function readKey(name: 'order_attempt' | 'unpaid_attempt'): string | null {
  const stored = readStored(name)
  return stored !== null && KEY.test(stored) ? stored : null
}
