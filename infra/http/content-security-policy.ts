import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AnalyticsSources } from '#infra/analytics-settings.ts'
import { type WholeDocument, WholeResponse } from './whole-response.ts'

type PolicyOptions = {
  https: boolean
  /** Let in beside the shop itself, whether or not a visitor has agreed: the page is the same for everyone. */
  analyticsSources?: AnalyticsSources | null
}

/** Of everything that is no document: opened on its own it loads nothing, runs nothing and stands in no frame. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Adds its policy to a rendered document, and the closed one to anything else. */
export function addPolicy(response: Response, options: PolicyOptions): Response {
  if (response instanceof WholeResponse) {
    response.headers.set('Content-Security-Policy', buildContentSecurityPolicy(response.document, options))
  }
  return closePolicy(response)
}

/** Adds the closed policy where there is none and no document. */
export function closePolicy(response: Response): Response {
  const { headers } = response
  const isDocument = headers.get('content-type')?.startsWith('text/html')
  // That of a 304 would take the place of the stored answer's own.
  if (response.status !== 304 && !isDocument && !headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', CLOSED_POLICY)
  return response
}

/**
 * The policy of one rendered document: its own inline scripts and styles by their hashes, nothing else inline.
 * Hashes instead of nonces, because a cached page is the same bytes for everyone.
 */
function buildContentSecurityPolicy({ scripts, styles }: WholeDocument, options: PolicyOptions): string {
  const { https, analyticsSources } = options
  const others = (directive: keyof AnalyticsSources) => analyticsSources?.[directive] ?? []
  const frames = others('frame-src')
  return [
    "default-src 'self'",
    ["script-src 'self'", ...listHashes(scripts), ...others('script-src')].join(' '),
    ["style-src 'self'", ...listHashes(styles)].join(' '),
    ["img-src 'self' data:", ...others('img-src')].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...others('connect-src')].join(' '),
    "media-src 'self'",
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
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
