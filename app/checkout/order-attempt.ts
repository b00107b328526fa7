import { readStored, writeStored } from '#app/browser-storage.ts'

const KEY = /^[\da-f]{32}$/

/**
 * The key of this tab's attempt to order: the same until the shop has said what became of it, so that a repeat after a
 * lost answer, a reload or a double click is the same order. Also when the form was changed in between: whether the
 * first one got through is unknown, and the shop refuses instead of sending a second parcel.
 */
export function currentAttempt(): string {
  return readKey('order_attempt') ?? beginAttempt()
}

/**
 * The key of an order that is paid ahead: of the attempt that has no answer yet, else of this tab's order that stands and waits
 * for its payment (`isAnswered`), else a new one.
 */
export function prepaidAttempt(): { key: string; isAnswered: boolean } {
  const unpaid = readKey('order_attempt') === null ? readKey('unpaid_attempt') : null
  return unpaid === null ? { key: currentAttempt(), isAnswered: false } : { key: unpaid, isAnswered: true }
}

/** Once the buyer knows what became of the attempt, the next press is a new order. */
export function endAttempt(): void {
  writeStored('order_attempt', null)
}

/** The order of this attempt stands and waits for its payment. */
export function answeredUnpaid(key: string): void {
  endAttempt()
  writeStored('unpaid_attempt', key)
}

/** That order is paid, or over, or another one than is wanted now. */
export function endUnpaidAttempt(): void {
  writeStored('unpaid_attempt', null)
}

function readKey(name: 'order_attempt' | 'unpaid_attempt'): string | null {
  const stored = readStored(name)
  return stored !== null && KEY.test(stored) ? stored : null
}

function beginAttempt(): string {
  const key = randomKey()
  writeStored('order_attempt', key)
  return key
}

/** 128 random bits; `crypto.randomUUID` is missing where a page is opened without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
