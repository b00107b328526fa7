import { PRIVATE_PAGES, PUBLIC_PAGES } from './public-addresses.ts'

/** First parts of the pages' addresses. The router ignores their case; their canonical spelling is lower case. */
export const PAGE_PREFIXES: ReadonlySet<string> = new Set(
  ['/admin', '/ocena', '/powiadom', ...PRIVATE_PAGES, ...Object.keys(PUBLIC_PAGES)].flatMap(
    (page) => page.split('/')[1] || [],
  ),
)

/** Fits nearly every address; such a one is canonical. */
const PLAIN = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?(?:\?|$)/

/** An escape, or a character that a path must escape. */
const ESCAPED_OR_TO_ESCAPE = /%[0-9a-f]{2}|[^\w.~!$&'()*+,;=:@/-]/giu
const UNRESERVED = /^[\w.~-]$/
const CONTROL_CHARACTER = /%(?:[01][0-9A-F]|7F)/

/**
 * The canonical spelling of an address: a path without empty, '.' and '..' parts, without a slash or 'index.html' at
 * its end, escaped only where necessary, with the pages' own paths in lower case. The query stays. The result begins
 * with exactly one slash, so it is always a path of this server. Data requests of the router (`.data`) stay unchanged.
 * @param url the address of the request
 * @returns null for an invalid address: broken escapes, control characters, no path
 */
export function findCanonicalAddress(url: string): string | null {
  if (PLAIN.test(url)) return url
  const [, path = '', query = ''] = /^(\/[^?#]*)(\?[^#]*)?/.exec(url) ?? []
  if (path === '' || /%(?![0-9a-f]{2})/i.test(path) || !url.isWellFormed()) return null
  const escaped = path.replace(ESCAPED_OR_TO_ESCAPE, escapeOnce)
  if (CONTROL_CHARACTER.test(escaped) || !isDecodable(escaped)) return null
  if (path.endsWith('.data')) return url
  return canonicalPath(escaped) + query.replace(/[^\x21-\x7e]/gu, escapeCharacter)
}

function canonicalPath(escaped: string): string {
  const parts: string[] = []
  for (const part of escaped.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  while (/^index\.html?$/i.test(parts.at(-1) ?? '')) parts.pop()
  if (!PAGE_PREFIXES.has(parts[0]?.toLowerCase() ?? '')) return `/${parts.join('/')}`
  return `/${parts.join('/').replace(/%..|[A-Z]+/g, (found) => (found.startsWith('%') ? found : found.toLowerCase()))}`
}

function escapeOnce(found: string): string {
  if (!found.startsWith('%')) return escapeCharacter(found)
  const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
  return UNRESERVED.test(character) ? character : found.toUpperCase()
}

/** Node reads each byte of a request's address as one character up to ÿ. */
function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code <= 0xff ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character)
}

function isDecodable(escaped: string): boolean {
  try {
    // The result is used, because otherwise a bundler could remove the call.
    return decodeURIComponent(escaped) !== ''
  } catch {
    return false
  }
}
