import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import type { PasswordAccount } from '#domain/accounts/account-gateway.ts'

/** The decoded value of a cookie. */
function readCookie(headers: Headers, name: string): string | null {
  return parse(headers.get('cookie') ?? '', name)[name] ?? null
}

/** A SHA-256 signature: 32 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

/** The value of a cookie that Better Auth signed (`value.signature`) with this secret; null without a valid one. */
export function readSignedCookie(headers: Headers, name: string, secret: string): string | null {
  const signed = readCookie(headers, name)
  const end = signed?.lastIndexOf('.') ?? -1
  if (signed === null || end < 1) return null
  const value = signed.slice(0, end)
  const signature = signed.slice(end + 1)
  if (!SIGNATURE.test(signature)) return null
  const expected = createHmac('sha256', secret).update(value).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64')) ? value : null
}

/** How long a device stays known after its last sign-in, s. */
const LIFETIME_S = 365 * 24 * 60 * 60
/** Most accounts of one browser; those that signed in last are kept. */
const MOST_ACCOUNTS = 5
/** Bytes of a device's id and of its code. */
const SIZE = 16

/** `id.issued.code`, base64url, base 36 and base64url. */
const ENTRY = /^[\w-]{22}\.[0-9a-z]{1,8}\.[\w-]{22}$/

/** The seal after the entries proves that the shop made them, without reading any account. */
const SEAL = /^(.+)~seal\.([\w-]{22})$/

type Entry = { id: string; issued: string; code: string }

/**
 * Tells an account's own devices from unknown ones: every sign-in sets a cookie that only the shop can make. It names
 * no account and is valid for one account alone. It ends when the password changes, a second factor is added or
 * removed, or the address is proven. It only gives the device its own limit of attempts
 * (domain/kernel/rate-limits/rate-limits.ts).
 */
export function createDeviceCookie({ secret, secure }: { secret: string; secure: boolean }) {
  const name = secure ? '__Host-shop.device' : 'shop.device'
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'device cookie', 32))

  function codeOf(account: PasswordAccount, id: string, issued: string): string {
    const { userId, passwordHash, secondFactorId, emailVerified } = account
    const bound = JSON.stringify([userId, passwordHash, secondFactorId, emailVerified, id, issued])
    return createHmac('sha256', key).update(bound).digest().subarray(0, SIZE).toString('base64url')
  }

  function readEntries(headers: Headers): Entry[] {
    const entries = (readCookie(headers, name) ?? '').split('~').slice(0, MOST_ACCOUNTS)
    return entries
      .filter((entry) => ENTRY.test(entry))
      .map((entry) => {
        const [id = '', issued = '', code = ''] = entry.split('.')
        return { id, issued, code }
      })
  }

  function findEntry(entries: readonly Entry[], account: PasswordAccount, now: Date): Entry | undefined {
    return entries.find(({ id, issued, code }) => {
      const age = toSeconds(now) - Number.parseInt(issued, 36)
      return age < LIFETIME_S && timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(account, id, issued)))
    })
  }

  const sealOf = (entries: string) =>
    createHmac('sha256', key).update(`seal ${entries}`).digest().subarray(0, SIZE).toString('base64url')

  return {
    /** Whether the device has signed in to any account, by the cookie alone. */
    isGenuine(headers: Headers): boolean {
      const [, entries = '', seal = ''] = SEAL.exec(readCookie(headers, name) ?? '') ?? []
      return seal !== '' && timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(entries)))
    },

    /** Whether the request carries entries of any account. */
    isSent: (headers: Headers): boolean => readEntries(headers).length > 0,

    /** The id of this device when it belongs to the account. */
    findDevice: (headers: Headers, account: PasswordAccount, now: Date): string | null =>
      findEntry(readEntries(headers), account, now)?.id ?? null,

    /** The Set-Cookie value that makes this device known to the account, before its other accounts. */
    issue(headers: Headers, account: PasswordAccount, now: Date): string {
      const entries = readEntries(headers)
      const known = findEntry(entries, account, now)
      const id = known?.id ?? randomBytes(SIZE).toString('base64url')
      const issued = toSeconds(now).toString(36)
      const others = entries.filter((entry) => entry !== known)
      const value = [{ id, issued, code: codeOf(account, id, issued) }, ...others]
        .slice(0, MOST_ACCOUNTS)
        .map((entry) => `${entry.id}.${entry.issued}.${entry.code}`)
        .join('~')
      const flags = `Max-Age=${LIFETIME_S}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      return `${name}=${value}~seal.${sealOf(value)}; ${flags}`
    },
  }
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
