import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { redactError } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { acceptsEncoding } from './cached-answer.ts'
import { closePolicy } from './closed-policy.ts'
import type { RenderPage } from './pages.ts'

export type SiteOptions = {
  api: { fetch(request: Request, env?: HttpBindings): Response | Promise<Response> }
  renderPage: RenderPage
  /** Resolves when the shop can serve; rejects with the reason when it cannot. */
  checkReady: () => Promise<void>
}

/** What a form of a page may send at most, bytes. */
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
      // Whatever makes it not ready writes that to the log, once.
      return c.json({ status: 'not_ready' }, 503, { 'Cache-Control': 'no-store' })
    }
  })

  site.use('/api/products', compress())
  site.all('/api/*', (c) => options.api.fetch(c.req.raw, c.env))

  site.onError((error, c) => {
    log.error('A request failed', { method: c.req.method, path: c.req.path, error: redactError(error) })
    return c.text('Coś poszło nie tak po naszej stronie. Odśwież stronę za chwilę.', 500, {
      'Cache-Control': 'no-cache',
    })
  })

  site.use('*', bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => c.body(null, 413) }))
  // Cached pages never come here: they were compressed when they were rendered.
  site.all('*', async (c) => compressPage(await options.renderPage(c.req.raw), c.req.raw))
  return site
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Shorter bodies fit into one packet as they are, bytes. */
const COMPRESSED_FROM = 1024
/** A page that is sent once: the next better quality takes twice the time for a twentieth of the bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A page, or its data, that is made for one visitor, in the encoding that the visitor takes. */
async function compressPage(page: Response, request: Request): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null
  const isText = page.headers.get('content-type')?.startsWith('text/') && !/^(?:204|3\d\d)$/.test(String(page.status))
  if (encoding === null || !isText || request.method === 'HEAD' || page.headers.has('content-encoding')) return page
  const whole = Buffer.from(await page.arrayBuffer())
  const isShort = whole.length < COMPRESSED_FROM
  const body = isShort ? whole : encoding === 'br' ? await toBrotli(whole, BROTLI_OPTIONS) : await toGzip(whole)
  const headers = new Headers(page.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (!isShort) headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  return new Response(Uint8Array.from(body), { status: page.status, headers })
}
