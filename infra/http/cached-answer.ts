import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, compressBody, type Encoding } from './encodings.ts'
import type { PublicAddress } from './public-addresses.ts'

/** Quality of brotli for an answer that is sent many times. */
const BROTLI_QUALITY = 5
/** Memory of a cached answer beside its bodies (heads, keys, buffers), so that many small ones are counted fully. */
const OVERHEAD_BYTES = 4096

/** A body in one encoding, with its head for `writeHead`. */
type Variant = { body: Buffer; head: string[] }

/** `collapsed`: made for another request that was under way. */
export type CacheStatus = 'hit' | 'hit; detail=stale' | 'fwd=miss' | 'fwd=miss; collapsed'

/** An answer that is sent many times, with its bytes in each encoding requested so far. */
export class CachedAnswer {
  readonly #status: number
  readonly #etag: string
  readonly #head: readonly string[]
  /** Head of the 304 for a client that has the answer already. */
  readonly #sameHead: string[]
  readonly #body: Buffer
  /** A promise until the body is compressed. */
  readonly #variants: { [Name in Encoding]?: Variant | Promise<Variant> } = {}

  /** @param head names and values in turn, without lengths, encodings, ETag, Vary and Cache-Control. */
  constructor(body: Buffer, head: readonly string[], cacheControl: string, status = 200) {
    this.#status = status
    // Weak: it names the same text in every encoding.
    this.#etag = `W/"${hash('sha1', body, 'base64url')}"`
    this.#body = body
    this.#sameHead = ['Cache-Control', cacheControl, 'ETag', this.#etag, 'Vary', 'Accept-Encoding']
    this.#head = [...head, ...this.#sameHead]
  }

  /** Most memory it can take, with every encoding, bytes. */
  get bytes(): number {
    return OVERHEAD_BYTES + Math.ceil(this.#body.length * 1.5)
  }

  /**
   * @param status value of `Cache-Status` (RFC 9211)
   * @param common names and values, in turn, of the headers that every answer has, unless they are set already
   */
  send(request: IncomingMessage, response: ServerResponse, status: CacheStatus, common: readonly string[] = []): void {
    const first = [...common, 'Cache-Status', `shop; ${status}`]
    if (this.#status === 200 && isKnown(request.headers['if-none-match'], this.#etag)) {
      response.writeHead(304, [...first, ...this.#sameHead]).end()
      return
    }
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '', this.#body.length)
    this.#variants[encoding] ??=
      encoding === 'identity' ? this.#describe(encoding, this.#body) : this.#compress(encoding)
    const variant = this.#variants[encoding]
    const write = ({ body, head }: Variant) => {
      response.writeHead(this.#status, [...first, ...head])
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (variant instanceof Promise) variant.then(write, (error) => response.destroy(error))
    else write(variant)
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Variant> {
    const made = this.#describe(encoding, await compressBody(this.#body, encoding, BROTLI_QUALITY))
    this.#variants[encoding] = made
    return made
  }

  #describe(encoding: Encoding, body: Buffer): Variant {
    const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    return { body, head: [...this.#head, ...encoded, 'Content-Length', String(body.length)] }
  }
}

/** Whether an `If-None-Match` names this answer; weak and strong tags are equal. */
function isKnown(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === etag || header.includes(etag.slice(2)) || header.trim() === '*')
}

const SET_BY_CACHE = new Set(['content-length', 'cache-control', 'etag', 'vary'])

/**
 * A CDN may show a page that is a minute old, because an order at an old price is refused. After such a refusal the
 * browser asks the API, whose answers must be current: each use is revalidated.
 */
const CACHE_CONTROL = { page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=300', call: 'no-cache' }

export async function toCachedAnswer(response: Response, { kind, status }: PublicAddress): Promise<CachedAnswer> {
  const head = [...response.headers].filter(([name]) => !SET_BY_CACHE.has(name)).flat()
  const cacheControl = status === undefined ? CACHE_CONTROL[kind] : CACHE_CONTROL.call
  return new CachedAnswer(Buffer.from(await response.arrayBuffer()), head, cacheControl, status)
}
