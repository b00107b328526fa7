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

/** `collapsed`: made for another request that was under way. */
export type CacheStatus = 'hit' | 'hit; detail=stale' | 'fwd=miss' | 'fwd=miss; collapsed'

/** What is sent again and again: one answer with its bytes in the encodings that were asked for so far. */
export class CachedAnswer {
  readonly #status: number
  readonly #etag: string
  /** Of every encoding, ready for writeHead. */
  readonly #head: readonly string[]
  /** Of the answer to a client that has it already. */
  readonly #sameHead: readonly string[]
  /** The identity is there from the start; the others are compressed beside the requests, once. */
  readonly #bodies: Record<Encoding, Buffer | Promise<Buffer> | undefined>
  readonly #length: number

  /** @param head names and values in turn, without lengths, encodings, ETag, Vary and Cache-Control. */
  constructor(body: Buffer, head: readonly string[], cacheControl: string, status = 200) {
    this.#status = status
    // Weak: it names the same text in every encoding.
    this.#etag = `W/"${hash('sha1', body, 'base64url')}"`
    this.#bodies = { identity: body, br: undefined, gzip: undefined }
    this.#length = body.length
    this.#sameHead = ['Cache-Control', cacheControl, 'ETag', this.#etag, 'Vary', 'Accept-Encoding']
    this.#head = [...head, ...this.#sameHead]
  }

  /** Bytes it may come to take in memory, whichever encodings are asked for. */
  get bytes(): number {
    return OVERHEAD_BYTES + Math.ceil(this.#length * 1.5)
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
    const write = (body: Buffer) => {
      const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
      response.writeHead(this.#status, [...first, ...this.#head, ...encoded, 'Content-Length', String(body.length)])
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const body = this.#encode(encoding)
    if (body instanceof Promise) body.then(write, (error) => response.destroy(error))
    else write(body)
  }

  #choose(accepted: string): Encoding {
    if (this.#length < COMPRESSED_FROM) return 'identity'
    if (acceptsEncoding(accepted, 'br')) return 'br'
    return acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
  }

  #encode(encoding: Encoding): Buffer | Promise<Buffer> {
    this.#bodies[encoding] ??= this.#compress(encoding)
    return this.#bodies[encoding]
  }

  async #compress(encoding: Encoding): Promise<Buffer> {
    const whole = await this.#encode('identity')
    const body = encoding === 'br' ? await toBrotli(whole, { params: this.#brotliParams() }) : await toGzip(whole)
    this.#bodies[encoding] = body
    return body
  }

  #brotliParams() {
    return {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#length,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    }
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
