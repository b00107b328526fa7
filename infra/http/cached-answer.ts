import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PublicAddress } from './public-addresses.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const BROTLI_QUALITY = 5
/** A window of 256 KB holds nearly every answer; the usual one takes megabytes for each. */
const BROTLI_WINDOW_BITS = 18
/** Shorter bodies fit into one packet as they are, bytes. */
const COMPRESSED_FROM = 1024
/** What a cached answer takes beside its bodies (heads, keys, buffers), so that many tiny ones are counted at their worth. */
const OVERHEAD_BYTES = 4096

type Encoding = 'br' | 'gzip' | 'identity'
/** Its head is ready for writeHead. */
type Variant = { body: Buffer; head: string[] }

/** `collapsed`: made for another request that was under way. */
export type CacheStatus = 'hit' | 'hit; detail=stale' | 'fwd=miss' | 'fwd=miss; collapsed'

/** What is sent again and again: one answer with its bytes in the encodings that were asked for so far. */
export class CachedAnswer {
  readonly #status: number
  readonly #etag: string
  readonly #head: readonly string[]
  /** Of the answer to a client that has it already. */
  readonly #sameHead: string[]
  readonly #body: Buffer
  /** A promise while it is compressed, beside the requests. */
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

  /** Bytes it may come to take in memory, whichever encodings are asked for. */
  get bytes(): number {
    return OVERHEAD_BYTES + Math.ceil(this.#body.length * 1.5)
  }

  /**
   * @param status where it comes from, in the words of RFC 9211
   * @param common names and values in turn that every answer has, unless they are set already
   */
  send(request: IncomingMessage, response: ServerResponse, status: CacheStatus, common: readonly string[] = []): void {
    const first = [...common, 'Cache-Status', `shop; ${status}`]
    if (this.#status === 200 && isKnown(request.headers['if-none-match'], this.#etag)) {
      response.writeHead(304, [...first, ...this.#sameHead]).end()
      return
    }
    const encoding = this.#choose(request.headers['accept-encoding'] ?? '')
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

  #choose(accepted: string): Encoding {
    if (this.#body.length < COMPRESSED_FROM) return 'identity'
    if (acceptsEncoding(accepted, 'br')) return 'br'
    return acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Variant> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#body.length,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    }
    const body = encoding === 'br' ? await toBrotli(this.#body, { params }) : await toGzip(this.#body)
    const made = this.#describe(encoding, body)
    this.#variants[encoding] = made
    return made
  }

  #describe(encoding: Encoding, body: Buffer): Variant {
    const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
    return { body, head: [...this.#head, ...encoded, 'Content-Length', String(body.length)] }
  }
}

/** Whether an `If-None-Match` names this answer; weak and strong tags count alike. */
function isKnown(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === etag || header.includes(etag.slice(2)) || header.trim() === '*')
}

/** `br;q=0` names an encoding to refuse it. */
const REFUSED = { br: /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/, gzip: /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/ }

export function acceptsEncoding(header: string, encoding: 'br' | 'gzip'): boolean {
  return header.includes(encoding) && !REFUSED[encoding].test(header)
}

const SAID_BY_THE_CACHE = new Set(['content-length', 'cache-control', 'etag', 'vary'])

/**
 * A page may be shown a minute old by a CDN, for an order never charges a price the shop does not have. What the browser asks
 * of the API after such a refusal must be of now, so every use of an answer asks whether it is still the same.
 */
const CACHE_CONTROL = { page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=300', call: 'no-cache' }

/** An answer as it is cached. */
export async function toCachedAnswer(response: Response, { kind, status }: PublicAddress): Promise<CachedAnswer> {
  const head = [...response.headers].filter(([name]) => !SAID_BY_THE_CACHE.has(name)).flat()
  const cacheControl = status === undefined ? CACHE_CONTROL[kind] : CACHE_CONTROL.call
  return new CachedAnswer(Buffer.from(await response.arrayBuffer()), head, cacheControl, status)
}
