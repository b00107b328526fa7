import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { redactError } from '#domain/kernel/database/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { chooseEncoding, compressBody } from './encodings.ts'
import type { RenderPage } from './pages.ts'
import type { ApiRoutes } from './public-addresses.ts'
import { closePolicy } from './refusals.ts'

export type SiteOptions = {
  api: {
    fetch(request: Request, env?: HttpBindings): Response | Promise<Response>
    /** Unknown in development. */
    routes?: ApiRoutes
  }
  renderPage: RenderPage
  /** Resolves when the shop can serve; rejects with the reason when it cannot. */
  checkReady: () => Promise<void>
}

/** Quality of brotli for a page that is sent once: the next higher one takes twice the time for 5 % fewer bytes. */
const BROTLI_QUALITY = 4

/** Largest form of a page, bytes. */
const LARGEST_FORM = 64 * 1024

/** Everything but files and cached public pages: health, API, pages. */
export function createSite(options: SiteOptions): Hono<{ Bindings: HttpBindings }> {
  const site = new Hono<{ Bindings: HttpBindings }>()

  site.use('*', async (c, next) => {
    await next()
    closePolicy(c.res)
  })
  site.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  site.get('/readyz', async (c) => {
    try {
      await options.checkReady()
      return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
    } catch {
      // The failing part has written the reason to the log, once.
      return c.json({ status: 'not_ready' }, 503, { 'Cache-Control': 'no-store' })
    }
  })

  // The address that password managers open (https://www.w3.org/TR/change-password-url/).
  site.get('/.well-known/change-password', (c) => c.redirect('/panel-klienta#konto', 302))

  site.use('/api/products', compress())
  site.all('/api/*', (c) => options.api.fetch(c.req.raw, c.env))

  site.onError((error, c) => {
    log.error('A request failed', { method: c.req.method, path: c.req.path, error: redactError(error) })
    return c.text('Coś poszło nie tak po naszej stronie. Odśwież stronę za chwilę.', 500, {
      'Cache-Control': 'no-cache',
    })
  })

  site.use('*', bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => c.body(null, 413) }))
  // Public pages are answered before, from the cache, which compresses them.
  site.all('*', async (c) =>
    compressPage(await options.renderPage(c.req.raw, c.env.incoming?.socket.remoteAddress), c.req.raw),
  )
  return site
}

/** Compresses a page, or its data, that is made for one visitor. */
async function compressPage(page: Response, request: Request): Promise<Response> {
  const isText = page.headers.get('content-type')?.startsWith('text/') && !/^(?:204|3\d\d)$/.test(String(page.status))
  if (!isText || request.method === 'HEAD' || page.headers.has('content-encoding')) return page
  const whole = Buffer.from(await page.arrayBuffer())
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '', whole.length)
  const body = encoding === 'identity' ? whole : await compressBody(whole, encoding, BROTLI_QUALITY)
  const headers = new Headers(page.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  return new Response(Uint8Array.from(body), { status: page.status, headers })
}
