import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'hono/utils/cookie'

/** The decoded value of a cookie. */
export function readCookie(headers: Headers, name: string): string | null {
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
