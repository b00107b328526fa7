import { readStored, writeStored } from '#app/browser-storage.ts'

const KEY = /^[\da-f]{32}$/
const CART_KEY = /^[\da-f]{24}$/

type OrderedItems = readonly { id: string; quantity: number }[]

/**
 * The key of this tab's attempt to order these items. It is made of a key that all tabs share and of what is ordered:
 * the same cart pressed in two tabs at one moment is one order, two different ones are two. It stays the same until the
 * shop has answered, so that a repeat after a lost answer, a reload or a double click is the same order. It stays even
 * when the form was changed: the first attempt may have succeeded, and then the shop refuses instead of sending a second
 * parcel.
 */
export function currentAttempt(items: OrderedItems): string {
  const known = readKey('order_attempt', KEY)
  if (known !== null) return known
  const key = keepCartKey() + hashItems(items)
  writeStored('order_attempt', key)
  return key
}

/** What all tabs put into their keys. It is made with the cart, before any tab can order it. */
export function keepCartKey(): string {
  const known = readKey('cart_key', CART_KEY)
  if (known !== null) return known
  const key = makeIdempotencyKey(12)
  writeStored('cart_key', key)
  return key
}

/** FNV-1a, 32 bits: carts that differ have the same value once in four thousand million times. */
function hashItems(items: OrderedItems): string {
  const content = items
    .map(({ id, quantity }) => `${id.toLowerCase()} ${quantity}`)
    .sort()
    .join()
  const hash = [...content].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x01000193), 0x811c9dc5)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * The key of a prepaid order: of the attempt without an answer, else of this tab's order that waits for its payment
 * (`isAnswered`), else a new one.
 */
export function prepaidAttempt(items: OrderedItems): { key: string; isAnswered: boolean } {
  const unpaid = readKey('order_attempt', KEY) === null ? readKey('unpaid_attempt', KEY) : null
  return unpaid === null ? { key: currentAttempt(items), isAnswered: false } : { key: unpaid, isAnswered: true }
}

/** The attempt has its answer: the next press is a new order. */
export function endAttempt(): void {
  const ended = readKey('order_attempt', KEY)
  writeStored('order_attempt', null)
  // Renewed at once, so that the tabs share the next one, too.
  const shared = readKey('cart_key', CART_KEY)
  if (shared !== null && ended?.startsWith(shared)) writeStored('cart_key', makeIdempotencyKey(12))
}

/** The order of this attempt exists and waits for its payment. */
export function answeredUnpaid(key: string): void {
  endAttempt()
  writeStored('unpaid_attempt', key)
}

/** The order that waited is paid or over, or the buyer now wants another one. */
export function endUnpaidAttempt(): void {
  writeStored('unpaid_attempt', null)
}

function readKey(name: 'order_attempt' | 'unpaid_attempt' | 'cart_key', form: RegExp): string | null {
  const stored = readStored(name)
  return stored !== null && form.test(stored) ? stored : null
}

/** 128 random bits, or as many bytes as asked for. `crypto.randomUUID` is missing on pages without https. */
export function makeIdempotencyKey(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
