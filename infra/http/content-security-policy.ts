import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Adds its policy to a rendered document; anything else stays as it is. */
export async function addPolicy(response: Response, { https }: { https: boolean }): Promise<Response> {
  if (response.headers.get('Content-Type')?.startsWith('text/html')) {
    response.headers.set('Content-Security-Policy', buildContentSecurityPolicy(await response.text(), { https }))
  }
  return response
}

/**
 * The policy of one rendered document: its own inline scripts and styles by their hashes, nothing else inline.
 * Hashes instead of nonces, because a cached page is the same bytes for everyone.
 */
function buildContentSecurityPolicy(html: string, { https }: { https: boolean }): string {
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

/** Scripts and style sheet are the same in all documents of a route. */
const known = new LRUCache<string, string>({ max: 200 })

/** The hashes of what stands between the tags of every such element that has no address and is no block of data. */
function hashInline(html: string, element: 'script' | 'style'): string {
  const hashes = new Set<string>()
  for (let start = html.indexOf(`<${element}`); start !== -1; ) {
    const opened = html.indexOf('>', start) + 1
    const closed = html.indexOf(`</${element}>`, opened)
    if (closed === -1) throw new Error(`The page has an open ${element}`)
    const tag = html.slice(start, opened)
    if (!tag.includes(' src=') && !tag.includes('"application/json"')) hashes.add(hashOnce(html.slice(opened, closed)))
    start = html.indexOf(`<${element}`, closed)
  }
  return [...hashes].join(' ')
}

function hashOnce(content: string): string {
  const before = known.get(content)
  if (before !== undefined) return before
  const made = `'sha256-${hash('sha256', content, 'base64')}'`
  known.set(content, made)
  return made
}
