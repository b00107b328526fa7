import { readStored, writeStored } from '#app/browser-storage.ts'

const KEY = /^[\da-f]{32}$/

/**
 * The key of this tab's attempt to order. It stays the same until the shop has answered, so that a repeat after a lost
 * answer, a reload or a double click is the same order. It stays even when the form was changed: the first attempt may
 * have succeeded, and then the shop refuses instead of sending a second parcel.
 */
export function currentAttempt(): string {
  const known = readKey('order_attempt')
  if (known !== null) return known
  const key = makeIdempotencyKey()
  writeStored('order_attempt', key)
  return key
}

/**
 * The key of a prepaid order: of the attempt without an answer, else of this tab's order that waits for its payment
 * (`isAnswered`), else a new one.
 */
export function prepaidAttempt(): { key: string; isAnswered: boolean } {
  const unpaid = readKey('order_attempt') === null ? readKey('unpaid_attempt') : null
  return unpaid === null ? { key: currentAttempt(), isAnswered: false } : { key: unpaid, isAnswered: true }
}

/** The attempt has its answer: the next press is a new order. */
export function endAttempt(): void {
  writeStored('order_attempt', null)
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

function readKey(name: 'order_attempt' | 'unpaid_attempt'): string | null {
  const stored = readStored(name)
  return stored !== null && KEY.test(stored) ? stored : null
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without https. */
export function makeIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
