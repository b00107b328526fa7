/** First parts of the pages' addresses (app/routes.ts). The router takes them in capitals too; their one spelling is small. */
export const PAGE_PREFIXES: ReadonlySet<string> = new Set([
  'sklep',
  'produkt',
  'regulamin',
  'polityka-prywatnosci',
  'panel-klienta',
  'payment-success',
  'payment-cancel',
  'zamowienie',
  'nowe-haslo',
  'logowanie',
  'potwierdz-email',
  'potwierdz-zamowienie',
  'ocena',
  'admin',
  'robots.txt',
  'sitemap.xml',
])

/** What nearly every address looks like; nothing in it can be spelled differently. */
const PLAIN = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?(?:\?|$)/

/** An escape, or what stands in a path only escaped. */
const ESCAPED_OR_TO_ESCAPE = /%[0-9a-f]{2}|[^\w.~!$&'()*+,;=:@/-]/giu
const UNRESERVED = /^[\w.~-]$/
const CONTROL_CHARACTER = /%(?:[01][0-9A-F]|7F)/

/**
 * The one spelling of an address: a path without empty, '.' and '..' parts, without a slash or 'index.html' at its end,
 * escaped only where it must be, the pages' own paths in small letters. The query stays. Always a path of this server:
 * it begins with exactly one slash. Data requests of the router (`.data`) stay as they are.
 * @param url as it stands in the request
 * @returns null for what is no address: broken escapes, control characters, no path
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

/** Node hands over the bytes of a request's address as characters up to ÿ, one each. */
function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code <= 0xff ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(character)
}

function isDecodable(escaped: string): boolean {
  try {
    // The result is used, so that no bundler takes the call for one without effect.
    return decodeURIComponent(escaped) !== ''
  } catch {
    return false
  }
}
