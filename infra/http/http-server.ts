import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { redactError } from '#domain/database-error.ts'
import { addPolicy } from './content-security-policy.ts'
import { PageCache } from './page-cache.ts'
import { findPublicPageKey } from './public-pages.ts'
import { createSite, SECURITY_HEADERS, type SiteOptions } from './site.ts'

export type HttpServerOptions = SiteOptions & {
  /** Public address, for rendering cached pages. */
  shopUrl: string
  /** Runs first in development (Vite); calls next when the request is not its own. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

export type HttpServer = {
  pageCache: PageCache
  /** Resolves with the port that is listened on. Rejects with EADDRINUSE when it is taken. */
  listen(port: number, host: string): Promise<number>
  /** Readiness off; running requests are answered, and every connection ends once it has its answer. */
  close(): Promise<void>
}

/** How long requests that are under way may take to finish on close, ms. */
const CLOSE_TIMEOUT_MS = 10_000

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createHttpServer(options: HttpServerOptions): HttpServer {
  let closing = false
  const renderWithPolicy = async (request: Request) => {
    const response = await options.renderPage(request)
    // Without the header a proxy may cache a 404 or a failure for as long as it likes.
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-cache')
    return options.strictPolicy ? addPolicy(response, options) : response
  }
  const site = createSite({
    ...options,
    renderPage: renderWithPolicy,
    checkReady: async () => {
      if (closing) throw new Error('stopping')
      await options.checkReady()
    },
  })
  const listener = getRequestListener((request, env) => site.fetch(request, env as HttpBindings))
  const pageCache = new PageCache((key) => renderWithPolicy(new Request(new URL(key, options.shopUrl))))

  function handle(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
    if (options.https) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    if (closing) response.setHeader('Connection', 'close')
    if (!METHODS.has(request.method ?? '')) {
      response.writeHead(405, { Allow: [...METHODS].join(', ') }).end()
      return
    }
    const key =
      request.method === 'GET' || request.method === 'HEAD' ? findPublicPageKey(request.url ?? '/') : undefined
    if (key === undefined) void listener(request, response)
    else void answerPublicPage(key, request, response)
  }

  async function answerPublicPage(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const other = await pageCache.answer(key, request, response)
      if (other === undefined) return
      response.writeHead(other.status, [...other.headers].flat())
      response.end(request.method === 'HEAD' ? undefined : Buffer.from(await other.arrayBuffer()))
    } catch (error) {
      // The path alone: an address may carry what was searched for.
      console.error(`${request.method} ${request.url?.split('?', 1)[0]} failed`, redactError(error))
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('Coś poszło nie tak po naszej stronie. Odśwież stronę za chwilę.')
    }
  }

  const { middleware } = options
  const server: Server = createServer((request, response) => {
    // Its head may have gone out, promising to keep the connection, before the stop was asked for.
    response.once('finish', () => {
      if (closing) request.socket.destroySoon()
    })
    if (middleware) middleware(request, response, () => handle(request, response))
    else handle(request, response)
  })
  server.requestTimeout = 30_000
  server.headersTimeout = 15_000
  server.keepAliveTimeout = 65_000

  return {
    pageCache,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        closing = true
        const timeout = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
        server.close(() => {
          clearTimeout(timeout)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
