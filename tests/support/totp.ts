import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const PERIOD_MS = 30_000
/** Steps whose codes were given out, by the address of the secret. */
const given = new Map<string, Set<number>>()

/**
 * A code that an authenticator app shows for an otpauth:// address (RFC 6238, six digits, 30 s): each once, as the shop takes each
 * once. Of the present step first, then of its neighbours, which the shop takes too.
 */
export function totpCode(otpauth: string): string {
  const now = Math.floor(Date.now() / PERIOD_MS)
  const used = given.get(otpauth) ?? new Set()
  given.set(otpauth, used)
  const step = [now, now + 1, now - 1].find((candidate) => !used.has(candidate))
  if (step === undefined) throw new Error('three codes of one secret in one step')
  used.add(step)
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
