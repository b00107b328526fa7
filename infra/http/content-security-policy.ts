import { createHash } from 'node:crypto'

/** A rendered document with its policy; anything else as it is. */
export async function addPolicy(response: Response, { https }: { https: boolean }): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response
  const html = await response.text()
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', buildContentSecurityPolicy(html, { https }))
  return new Response(html, { status: response.status, headers })
}

const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The policy of one rendered document: its own inline scripts and styles by their hashes, nothing else inline.
 * Hashes instead of nonces, because a cached page is the same bytes for everyone.
 */
function buildContentSecurityPolicy(html: string, { https }: { https: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashInline(html, INLINE_SCRIPT)}`.trimEnd(),
    `style-src 'self' ${hashInline(html, INLINE_STYLE)}`.trimEnd(),
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

function hashInline(html: string, pattern: RegExp): string {
  const hashes = [...html.matchAll(pattern)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
  return [...new Set(hashes)].join(' ')
}
