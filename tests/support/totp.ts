import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const PERIOD_MS = 30_000
/** The last step whose code was returned, by the address of the secret. */
const given = new Map<string, number>()

/**
 * The code that an authenticator app shows for an otpauth:// address (RFC 6238, six digits, 30 s). Each call returns a
 * later code, as the shop requires: first that of the present step, then that of the next one, which the shop accepts
 * as well.
 */
export function totpCode(otpauth: string): string {
  const now = Math.floor(Date.now() / PERIOD_MS)
  const step = Math.max(now, (given.get(otpauth) ?? 0) + 1)
  if (step > now + 1) throw new Error('three codes of one secret in one step')
  given.set(otpauth, step)
  return totpCodeOf(otpauth, step)
}

/** The code of one step. */
export function totpCodeOf(otpauth: string, step: number): string {
  const secret = new URL(otpauth).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
