import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Bytes of all cached pages together, in every encoding. */
const MOST_BYTES = 64 * 1024 * 1024
/** What a cached page takes beside its bodies (heads, keys, buffers), so that many tiny answers are counted at their worth. */
const PAGE_OVERHEAD_BYTES = 4096
/** A page cached longer than this is rendered anew, ms: in case a change notice was lost. */
const FRESH_MS = 5 * 60_000

type Encoding = 'br' | 'gzip' | 'identity'
type CachedPage = {
  bodies: Record<Encoding, Buffer>
  /** Head of a 200 answer, per encoding, ready for writeHead. */
  heads: Record<Encoding, string[]>
  etag: string
}

/**
 * Public pages, rendered once and answered as bytes. Filled on demand (one rendering per page, however many wait),
 * emptied whenever the catalogue changes. While change notices cannot be received nothing is cached.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    maxSize: MOST_BYTES,
    sizeCalculation: measureBytes,
    ttl: FRESH_MS,
  })
  readonly #rendering = new Map<string, Promise<CachedPage | Response>>()
  readonly #render: (key: string) => Promise<Response>
  #generation = 0
  #listening = false

  /** @param render renders the page of a key; only its 200 answers are cached. */
  constructor(render: (key: string) => Promise<Response>) {
    this.#render = render
  }

  /** The catalogue changed: nothing rendered before now is answered from now on. */
  clear(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#rendering.clear()
  }

  /** Whether change notices are being received. */
  setListening(listening: boolean): void {
    this.#listening = listening
    this.clear()
  }

  /** Answers a request for a public page. A rendering that is no 200 is returned for the caller to send. */
  async answer(key: string, request: IncomingMessage, response: ServerResponse): Promise<Response | undefined> {
    const page = this.#pages.get(key) ?? (await this.#renderOnce(key))
    if (page instanceof Response) return page.clone()
    send(page, request, response)
    return undefined
  }

  #renderOnce(key: string): Promise<CachedPage | Response> {
    const running = this.#rendering.get(key)
    if (running) return running
    const generation = this.#generation
    const rendering = this.#renderPage(key, generation).finally(() => {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key)
    })
    this.#rendering.set(key, rendering)
    return rendering
  }

  async #renderPage(key: string, generation: number): Promise<CachedPage | Response> {
    const response = await this.#render(key)
    if (response.status !== 200) return response
    const body = Buffer.from(await response.arrayBuffer())
    const page = await compress(body, response.headers)
    // A change that came while rendering makes this page old already: answer with it, do not cache it.
    if (this.#listening && generation === this.#generation) this.#pages.set(key, page)
    return page
  }
}

function measureBytes({ bodies }: CachedPage): number {
  return bodies.identity.length + bodies.br.length + bodies.gzip.length + PAGE_OVERHEAD_BYTES
}

async function compress(body: Buffer, headers: Headers): Promise<CachedPage> {
  const [br, gz] = await Promise.all([
    toBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    toGzip(body, { level: 6 }),
  ])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const common: string[] = []
  headers.forEach((value, name) => {
    if (name !== 'content-length' && name !== 'cache-control') common.push(name, value)
  })
  common.push('Cache-Control', 'public, max-age=0, s-maxage=60, stale-while-revalidate=300', 'ETag', etag)
  common.push('Vary', 'Accept-Encoding')
  const bodies = { br, gzip: gz, identity: body }
  const heads = {
    br: [...common, 'Content-Encoding', 'br', 'Content-Length', String(br.length)],
    gzip: [...common, 'Content-Encoding', 'gzip', 'Content-Length', String(gz.length)],
    identity: [...common, 'Content-Length', String(body.length)],
  }
  return { bodies, heads, etag }
}

function send(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, ['ETag', page.etag, 'Vary', 'Accept-Encoding']).end()
    return
  }
  const header = request.headers['accept-encoding'] ?? ''
  const encoding: Encoding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity'
  response.writeHead(200, page.heads[encoding])
  response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding])
}

/** `br;q=0` names an encoding to refuse it. */
const REFUSED = { br: /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/, gzip: /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/ }

function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  return header.includes(encoding) && !REFUSED[encoding].test(header)
}
