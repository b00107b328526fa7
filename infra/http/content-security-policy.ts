import { hash } from 'node:crypto'
import { WholeResponse, withWhole } from './whole-response.ts'

/** Adds its policy to a rendered document; anything else stays as it is. */
export function addPolicy(response: Response, { https }: { https: boolean }): Response {
  if (response instanceof WholeResponse) {
    response.headers.set(
      'Content-Security-Policy',
      withWhole(response.pieces, (html) => buildContentSecurityPolicy(html, { https })),
    )
  }
  return response
}

/**
 * The policy of one rendered document: its own inline scripts and styles by their hashes, nothing else inline.
 * Hashes instead of nonces, because a cached page is the same bytes for everyone.
 */
function buildContentSecurityPolicy(html: Buffer, { https }: { https: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashInline(html, 'script')}`.trimEnd(),
    `style-src 'self' ${hashInline(html, 'style')}`.trimEnd(),
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

/** Most elements whose hash is remembered: scripts and style sheet are the same in all documents of a route. */
const MOST_KNOWN = 50

type Known = { content: Buffer; source: string }
const known: Known[] = []

/** The hashes of what stands between the tags of every such element that has no address and is no block of data. */
function hashInline(html: Buffer, element: 'script' | 'style'): string {
  const hashes = new Set<string>()
  for (let start = html.indexOf(`<${element}`); start !== -1; ) {
    const opened = html.indexOf('>', start) + 1
    const closed = html.indexOf(`</${element}>`, opened)
    if (closed === -1) throw new Error(`The page has an open ${element}`)
    const tag = html.toString('latin1', start, opened)
    if (!tag.includes(' src=') && !tag.includes('"application/json"'))
      hashes.add(hashOnce(html.subarray(opened, closed)))
    start = html.indexOf(`<${element}`, closed)
  }
  return [...hashes].join(' ')
}

function hashOnce(content: Buffer): string {
  const before = known.find((one) => one.content.equals(content))
  if (before) return before.source
  const source = `'sha256-${hash('sha256', content, 'base64')}'`
  if (known.unshift({ content: Buffer.from(content), source }) > MOST_KNOWN) known.pop()
  return source
}
