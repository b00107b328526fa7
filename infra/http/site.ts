import { relative } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { RenderPage } from './pages.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_DAY = 'public, max-age=86400'

export type SiteOptions = {
  api: { fetch(request: Request, env?: HttpBindings): Response | Promise<Response> }
  renderPage: RenderPage
  /** Folder of the client build: assets with hashed names, and public/. */
  clientDir: string
  /** Folder with products/<key>/<width>.<format>. */
  mediaDir: string
  /** Whether the shop's public address is https. */
  https: boolean
  /** Resolves when the shop can serve; rejects with the reason when it cannot. */
  checkReady: () => Promise<void>
  /** Off in development, where Vite's own inline scripts must run. */
  strictPolicy: boolean
}

/** Everything but cached public pages: health, API, files, pages. */
export function createSite(options: SiteOptions): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>()

  site.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  site.get('/readyz', async (c) => {
    try {
      await options.checkReady()
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
    } catch {
      // Whatever makes it not ready writes that to the log, once.
      return c.json({ status: 'not_ready' }, 503, { 'Cache-Control': 'no-store' })
    }
  })

  site.use('/api/products', compress())
  site.all('/api/*', (c) => options.api.fetch(c.req.raw, c.env))

  const client = relative(process.cwd(), options.clientDir) || '.'
  const media = relative(process.cwd(), options.mediaDir) || '.'
  site.use(
    '/assets/*',
    serveStatic({ root: client, precompressed: true, onFound: (_, c) => c.header('Cache-Control', IMMUTABLE) }),
  )
  site.use(
    '/media/*',
    serveStatic({
      root: media,
      rewriteRequestPath: (path) => path.slice('/media'.length),
      onFound: (_, c) => c.header('Cache-Control', IMMUTABLE),
    }),
  )
  site.on('GET', ['/assets/*', '/media/*'], (c) =>
    c.text('Nie ma takiego pliku.', 404, { 'Cache-Control': 'no-cache' }),
  )
  site.use('*', async (c, next) => {
    if (!/\.\w+$/.test(c.req.path) || c.req.path.endsWith('.data')) return next()
    return serveStatic({
      root: client,
      precompressed: true,
      onFound: (_, ctx) => ctx.header('Cache-Control', ONE_DAY),
    })(c, next)
  })

  // Cached pages never come here: they were compressed when they were rendered.
  site.all('*', compress(), (c) => options.renderPage(c.req.raw))
  return site
}

/** Headers every answer carries. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}
