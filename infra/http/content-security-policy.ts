import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type WholeDocument, WholeResponse } from './whole-response.ts'

/** Adds its policy to a rendered document; anything else stays as it is. */
export function addPolicy(response: Response, { https }: { https: boolean }): Response {
  if (response instanceof WholeResponse) {
    response.headers.set('Content-Security-Policy', buildContentSecurityPolicy(response.document, { https }))
  }
  return response
}

/**
 * The policy of one rendered document: its own inline scripts and styles by their hashes, nothing else inline.
 * Hashes instead of nonces, because a cached page is the same bytes for everyone.
 */
function buildContentSecurityPolicy({ scripts, styles }: WholeDocument, { https }: { https: boolean }): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...listHashes(scripts)].join(' '),
    ["style-src 'self'", ...listHashes(styles)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Hashes by what was hashed: scripts and style sheet are the same in all documents of a route. */
const known = new LRUCache<string, string>({ max: 50 })

function listHashes(contents: readonly string[]): Set<string> {
  return new Set(contents.map(hashOnce))
}

function hashOnce(content: string): string {
  const before = known.get(content)
  if (before !== undefined) return before
  const bytes = Buffer.from(content)
  const source = `'sha256-${hash('sha256', bytes, 'base64')}'`
  // A text of its own: a slice would hold the page that it was cut from.
  known.set(bytes.toString(), source)
  return source
}
