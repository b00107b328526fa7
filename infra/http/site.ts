import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { redactError } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { closePolicy } from './closed-policy.ts'
import { compressPage } from './compress-page.ts'
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
