import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { LRUCache } from 'lru-cache'
import { redactError } from '#domain/kernel/database/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import type { MetricsEndpoint } from '#infra/monitoring/metrics-endpoint.ts'
import type { TraceRequest } from '#infra/monitoring/tracing.ts'
import { AnswerCache } from './answer-cache.ts'
import { findCanonicalAddress } from './canonical-address.ts'
import { type ConnectionLimits, completeLimits } from './connection-limits.ts'
import { Connections } from './connections.ts'
import { type FileFolders, findFile, sendFile } from './files.ts'
import type { RenderPage } from './pages.ts'
import { findPublicAddress, isUnknownPage, type PublicAddress, UNKNOWN_PAGE } from './public-addresses.ts'
import { CLOSED_POLICY, closePolicy, refuseOnSocket, sendRefusal, statusOfParserError } from './refusals.ts'
import { runRequest } from './server-log.ts'
import { createSite, type SiteOptions } from './site.ts'

export type HttpServerOptions = SiteOptions &
  FileFolders & {
    /** Public address, for rendering cached pages. */
    shopUrl: string
    /** Whether it is https. */
    https: boolean
    /** Addresses or networks of proxies, whose connections belong to many clients. */
    trustedProxy: readonly string[]
    /** Replaces default limits of connections. */
    connectionLimits?: Partial<ConnectionLimits>
    /** The address of the product that a former shop had at this path; null for none. */
    findMovedProduct?: (url: string) => Promise<string | null>
    /** Answers `/metrics` to those who may read it. */
    metrics?: MetricsEndpoint
    /** Traces what is not answered from memory. */
    traceRequest?: TraceRequest
    /** Runs first in development (Vite); calls `next` for requests that it does not answer. */
    middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  }

export type HttpServer = {
  answerCache: AnswerCache
  /** Resolves with the port. Rejects with EADDRINUSE when it is taken. */
  listen(port: number, host: string): Promise<number>
  /** Ends readiness at once, accepts for a moment, answers every request that was sent, then ends the connections. */
  close(): Promise<void>
}

const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const READING_METHODS = new Set(['GET', 'HEAD'])
/** For pages made for one visitor; the router checks that a POST comes from the shop's own page. */
const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Longer than proxies and browsers keep an idle connection, ms. */
const KEEP_ALIVE_MS = 65_000

/** A product of a former shop that named it in the query of its front page, as WordPress and PrestaShop may. */
const FORMER_PRODUCT = /^\/\?(?:.*&)?(?:product|id_product)=/

/** The most addresses whose parsed form is kept. */
const MOST_ADDRESSES = 2000
/** A longer address, for example of an advertisement, is parsed at every request. */
const LONGEST_KEPT_ADDRESS = 500

/** Headers of every answer: pages, JSON, files, redirects, refusals. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
}

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { traceRequest = (_request, _response, work) => work() } = options
  const limits = completeLimits(options.connectionLimits)
  const connections = new Connections(options.trustedProxy, limits)
  const securityHeaders = listSecurityHeaders(options)
  const securityHead = securityHeaders.flat()
  // The panel reads bar codes by the camera.
  const panelHead = securityHead.map((value) => value.replace('camera=()', 'camera=(self)'))
  /** Parsed forms of recently requested addresses, so that cached answers need no parsing. */
  const addresses = new LRUCache<string, PublicAddress>({ max: MOST_ADDRESSES })
  const renderPage: RenderPage = async (request, socketAddress) => {
    const response = await options.renderPage(request, socketAddress)
    // Without the header a proxy may cache a 404 or a failure for any time.
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-cache')
    return closePolicy(response)
  }
  const site = createSite({
    ...options,
    renderPage,
    checkReady: async () => {
      if (connections.closing) throw new Error('stopping')
      await options.checkReady()
    },
  })
  const listener = getRequestListener((request, env) => site.fetch(request, env as HttpBindings))
  const answerCache = new AnswerCache({
    // The answer is made from the address alone, so that nothing of one visitor's request reaches others.
    make: async ({ key, kind }) => {
      const request = new Request(new URL(key, options.shopUrl))
      return kind === 'page' ? renderPage(request) : closePolicy(await options.api.fetch(request))
    },
  })

  async function answer(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const head = ['X-Request-Id', id, ...(request.url?.startsWith('/admin') ? panelHead : securityHead)]
    if (connections.isLast(request.socket)) head.push('Connection', 'close')
    try {
      const known = isReading(request) ? addresses.get(request.url ?? '') : undefined
      if (known && answerCache.answerAtOnce(known, request, response, head)) return
      for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] ?? '', head[at + 1] ?? '')
      await traceRequest(request, response, () => route(request, response))
    } catch (error) {
      // Only the path, because a query may contain searched words.
      log.error('A request failed', { method: request.method, path: pathOf(request), error: redactError(error) })
      if (response.headersSent) response.destroy()
      else sendRefusal(response, 500)
    }
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Some clients send the whole address, as to a proxy; the Host header alone names the host.
    const url = request.url?.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)\/?/i, '/') ?? '/'
    request.url = url
    const address = findCanonicalAddress(url)
    if (address === null || !hasHost(request)) return sendRefusal(response, 400)
    const methods = url.startsWith('/api/')
      ? API_METHODS
      : request.method === 'POST' && mayAct(url, options)
        ? PAGE_METHODS
        : READING_METHODS
    if (!methods.has(request.method ?? '')) return sendRefusal(response, 405, { Allow: [...methods].join(', ') })
    if (!READING_METHODS.has(request.method ?? '')) return listener(request, response)
    if (address !== url) return redirect(response, address)

    if (pathOf(request) === '/metrics' && options.metrics?.mayRead(request)) return options.metrics.answer(response)
    const mayBeFormer = FORMER_PRODUCT.test(url)
    const former = mayBeFormer && (await options.findMovedProduct?.(url))
    if (former) return redirect(response, former)
    const publicAddress = findPublicAddress(url)
    if (publicAddress !== undefined) {
      if (!mayBeFormer && url.length <= LONGEST_KEPT_ADDRESS) addresses.set(url, publicAddress)
      return answerPublic(publicAddress, request, response)
    }
    const file = findFile(pathOf(request), options)
    if (file && (await sendFile(file, request, response))) return
    if (file?.isMedia && options.restoreMedia) {
      const restored = await options.restoreMedia(file.path)
      if (restored === 'away') return sendRefusal(response, 503, { 'Retry-After': '5' })
      if (restored === 'restored' && (await sendFile(file, request, response))) return
    }
    if (file && !file.mayBePage) return sendRefusal(response, 404)
    if (isUnknownPage(pathOf(request))) {
      const moved = await options.findMovedProduct?.(url)
      return moved ? redirect(response, moved) : answerPublic(UNKNOWN_PAGE, request, response)
    }
    await listener(request, response)
  }

  async function answerPublic(address: PublicAddress, request: IncomingMessage, response: ServerResponse) {
    if (answerCache.answerAtOnce(address, request, response)) return
    const other = await answerCache.answer(address, request, response)
    if (other) await sendResponse(other, request, response)
  }

  const { metrics, middleware } = options
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const answerNow = () => {
      metrics?.watch(request, response)
      runRequest((id) => void answer(request, response, id))
    }
    connections.enqueue(request, response, () => {
      if (middleware) middleware(request, response, answerNow)
      else answerNow()
    })
  }
  const timeouts = {
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: limits.headMs / 3,
  }
  // The shop refuses a missing Host header itself, with its own headers.
  const server: Server = createServer({ requireHostHeader: false, ...timeouts }, handle)
  connections.watch(server)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    connections.enqueue(request, response, () => {
      for (const [name, value] of securityHeaders) response.setHeader(name, value)
      sendRefusal(response, 417, { Connection: 'close' })
    }),
  )
  server.on('connect', (_, socket) => refuseOnSocket(socket, 405, securityHeaders))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (connections.mayRefuse(socket)) refuseOnSocket(socket, statusOfParserError(error.code), securityHeaders)
  })

  return {
    answerCache,
    async listen(port, host) {
      await once(server.listen(port, host), 'listening')
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close: () => connections.close(server),
  }
}

async function sendResponse(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, [...answer.headers].flat())
  response.end(request.method === 'HEAD' ? undefined : Buffer.from(await answer.arrayBuffer()))
}

/** One Host header, as HTTP/1.1 requires. Of two, a proxy may have read the other one. */
function hasHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Whether a request can be answered from its address alone. */
function isReading(request: IncomingMessage): boolean {
  return READING_METHODS.has(request.method ?? '') && hasHost(request)
}

/** Whether the address may be of a route with an action: a page made for one visitor. */
function mayAct(url: string, folders: FileFolders): boolean {
  const path = pathOf({ url })
  return findPublicAddress(url) === undefined && !isUnknownPage(path) && findFile(path, folders) === null
}

function pathOf({ url = '/' }: { url?: string | undefined }): string {
  return url.split('?', 1)[0] ?? '/'
}

function redirect(response: ServerResponse, address: string): void {
  response
    .writeHead(301, {
      Location: address,
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': CLOSED_POLICY,
      'Content-Length': 0,
    })
    .end()
}

function listSecurityHeaders({ https }: { https: boolean }): [name: string, value: string][] {
  const headers = Object.entries(SECURITY_HEADERS)
  return https ? [...headers, ['Strict-Transport-Security', 'max-age=31536000']] : headers
}
