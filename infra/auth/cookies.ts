import { createHmac, timingSafeEqual } from 'node:crypto'

/** The value of a cookie as a browser sent it, decoded; of two with one name the first, as Better Auth reads them. */
export function readCookie(headers: Headers, name: string): string | null {
  const header = headers.get('cookie')
  if (!header?.includes(name)) return null
  for (const pair of header.split(';')) {
    const separator = pair.indexOf('=')
    if (separator === -1 || pair.slice(0, separator).trim() !== name) continue
    const value = pair.slice(separator + 1).trim()
    return decode(value.startsWith('"') ? value.slice(1, -1) : value)
  }
  return null
}

/** A SHA-256 signature: 32 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

/** The value of a cookie that Better Auth signed (`value.signature`) with this secret; null without one, or when it is not. */
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

function decode(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return value
    throw error
  }
}
