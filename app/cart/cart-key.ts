import { readStored, writeStored } from '#app/browser-storage.ts'

const KEY = /^[\da-f]{24}$/

/** A part of the idempotency keys that all tabs share. It is made with the cart, before any tab can order it. */
export function keepCartKey(): string {
  const known = readStored('cart_key')
  return known !== null && KEY.test(known) ? known : renewCartKey()
}

export function renewCartKey(): string {
  const key = makeIdempotencyKey(12)
  writeStored('cart_key', key)
  return key
}

/** Random bytes in hex, 128 bits by default. `crypto.randomUUID` is missing on pages without https. */
export function makeIdempotencyKey(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
