import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Bytes of all kept pages together, in every encoding. */
const MOST_BYTES = 64 * 1024 * 1024
/** What a kept page costs beside its bodies (heads, keys, buffers), so that many tiny answers are counted at their worth. */
const PAGE_OVERHEAD_BYTES = 4096
/** A page kept longer than this is rendered anew, ms: a safety net under the change notices. */
const FRESH_MS = 5 * 60_000

type Encoding = 'br' | 'gzip' | 'identity'
type KeptPage = {
  bodies: Record<Encoding, Buffer>
  /** Head of a 200 answer, per encoding, ready for writeHead. */
  heads: Record<Encoding, string[]>
  etag: string
  bytes: number
  renderedAt: number
}

/**
 * Public pages, rendered once and answered as bytes. Filled on demand (one rendering per page, however many wait),
 * emptied whenever the catalogue changes. While change notices cannot be received nothing is kept.
 */
export class PageCache {
  readonly #pages = new Map<string, KeptPage>()
  readonly #rendering = new Map<string, Promise<KeptPage | Response>>()
  readonly #render: (key: string) => Promise<Response>
  #bytes = 0
  #generation = 0
  #listening = false

  /** @param render renders the page of a key; only its 200 answers are kept. */
  constructor(render: (key: string) => Promise<Response>) {
    this.#render = render
  }

  /** The catalogue changed: nothing rendered before now is answered from now on. */
  clear(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#rendering.clear()
    this.#bytes = 0
  }

  /** Whether change notices are being received. */
  setListening(listening: boolean): void {
    this.#listening = listening
    this.clear()
  }

  /** Answers a request for a public page. A rendering that is no 200 is returned for the caller to send. */
  async answer(key: string, request: IncomingMessage, response: ServerResponse): Promise<Response | undefined> {
    const kept = this.#pages.get(key)
    const isFresh = kept !== undefined && Date.now() - kept.renderedAt < FRESH_MS
    if (isFresh) this.#touch(key, kept)
    const page = isFresh ? kept : await this.#renderOnce(key)
    if (page instanceof Response) return page.clone()
    send(page, request, response)
    return undefined
  }

  #renderOnce(key: string): Promise<KeptPage | Response> {
    const running = this.#rendering.get(key)
    if (running) return running
    const generation = this.#generation
    const rendering = this.#renderPage(key, generation).finally(() => {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key)
    })
    this.#rendering.set(key, rendering)
    return rendering
  }

  async #renderPage(key: string, generation: number): Promise<KeptPage | Response> {
    const response = await this.#render(key)
    if (response.status !== 200) return response
    const body = Buffer.from(await response.arrayBuffer())
    const page = await keep(body, response.headers)
    // A change that came while rendering makes this page old already: answer with it, do not keep it.
    if (this.#listening && generation === this.#generation) this.#put(key, page)
    return page
  }

  #put(key: string, page: KeptPage): void {
    this.#remove(key)
    this.#pages.set(key, page)
    this.#bytes += page.bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.#remove(oldest)
    }
  }

  /** The map's order is the order of use: what is asked for often is not what is given up first. */
  #touch(key: string, page: KeptPage): void {
    this.#pages.delete(key)
    this.#pages.set(key, page)
  }

  #remove(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#pages.delete(key)
    this.#bytes -= page.bytes
  }
}

async function keep(body: Buffer, headers: Headers): Promise<KeptPage> {
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
  return {
    bodies,
    heads,
    etag,
    bytes: body.length + br.length + gz.length + PAGE_OVERHEAD_BYTES,
    renderedAt: Date.now(),
  }
}

function send(page: KeptPage, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, ['ETag', page.etag, 'Vary', 'Accept-Encoding']).end()
    return
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding: Encoding = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'
  response.writeHead(200, page.heads[encoding])
  response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding])
}

/** `br;q=0` names an encoding to refuse it. */
const REFUSED = { br: /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/, gzip: /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/ }

function takes(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted.includes(encoding) && !REFUSED[encoding].test(accepted)
}
