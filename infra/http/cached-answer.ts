import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import { log } from '#domain/log.ts'
import { memoizeByObject } from '#domain/memoize-by-object.ts'
import { toOwnBytes } from '#domain/own-bytes.server.ts'
import type { PublicAddress } from './public-addresses.ts'
import { countBytes, readPieces, withWhole } from './whole-response.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Brotli = {
  quality: number
  /** By how much nearly every answer is smaller then; one that is not takes a second buffer. */
  smallerBy: number
}
/** Of an answer's first sending: cheap, for it may be the only one. */
const FIRST: Brotli = { quality: 2, smallerBy: 4 }
/** That of a small one, which the main thread makes: half the time of the above for a few hundred bytes more. */
const AT_ONCE: Brotli = { quality: 1, smallerBy: 3 }
/** Of an answer that is sent again: a tenth smaller. */
const LASTING: Brotli = { quality: 5, smallerBy: 4 }
/** A window of 256 KB holds nearly every answer; the usual one takes megabytes for each. */
const WINDOW_BITS = 18
/** Sent as brotli so many times, an answer is worth the better quality. */
const SENT_BEFORE_BETTER = 2
/** A body up to here is compressed sooner the first time than it is handed to another thread and taken back, bytes. */
const COMPRESSED_AT_ONCE_TO = 64 * 1024
/** Shorter bodies fit into one packet as they are, bytes. */
const COMPRESSED_FROM = 1024
/** What a cached answer takes beside its bodies (heads, keys, buffers), so that many tiny ones are counted at their worth. */
const OVERHEAD_BYTES = 4096

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { body: Buffer; head: string[] }

/** `collapsed`: made for another request that was under way. */
export type CacheStatus = 'hit' | 'hit; detail=stale' | 'fwd=miss' | 'fwd=miss; collapsed'

/** What is sent again and again: one answer with its bytes in the encodings that were asked for so far. */
export class CachedAnswer {
  readonly #status: number
  readonly #etag: string
  /** Of every encoding, ready for writeHead. */
  readonly #head: readonly string[]
  /** Of the answer to who has it already. */
  readonly #sameHead: string[]
  readonly #pieces: readonly Buffer[]
  readonly #length: number
  readonly #compressible: boolean
  /** A promise while it is made, beside the requests. */
  #br: Variant | Promise<Variant> | undefined
  #gzip: Variant | Promise<Variant> | undefined
  #identity: Variant | undefined
  #sentAsBr = 0

  /**
   * @param pieces of the body
   * @param head names and values in turn, without lengths, encodings, ETag, Vary and Cache-Control.
   */
  constructor(pieces: readonly Buffer[], head: readonly string[], cacheControl: string, status = 200) {
    this.#status = status
    // Weak: it names the same text in every encoding.
    this.#etag = `W/"${hashPieces(pieces)}"`
    this.#pieces = ownPieces(pieces)
    this.#length = countBytes(pieces)
    this.#compressible = this.#length >= COMPRESSED_FROM
    this.#sameHead = ['Cache-Control', cacheControl, 'ETag', this.#etag, 'Vary', 'Accept-Encoding']
    this.#head = [...head, ...this.#sameHead]
  }

  /** Bytes it may come to take in memory, whichever encodings are asked for. */
  get bytes(): number {
    return OVERHEAD_BYTES + (this.#compressible ? Math.ceil(this.#length * 1.5) : this.#length)
  }

  /**
   * @param status where it comes from, in the words of RFC 9211, for whoever wonders why an answer is as it is.
   * @param common names and values in turn that every answer has, unless they are set already: Node writes one array soonest.
   */
  send(request: IncomingMessage, response: ServerResponse, status: CacheStatus, common: readonly string[] = []): void {
    const first = [...common, 'Cache-Status', `shop; ${status}`]
    if (this.#status === 200 && isKnown(request.headers['if-none-match'], this.#etag)) {
      response.writeHead(304, [...first, ...this.#sameHead]).end()
      return
    }
    const variant = this.#pick(request.headers['accept-encoding'] ?? '')
    const write = ({ body, head }: Variant) => {
      response.writeHead(this.#status, [...first, ...head])
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (variant instanceof Promise) variant.then(write, (error) => response.destroy(error))
    else write(variant)
  }

  #pick(accepted: string): Variant | Promise<Variant> {
    if (!this.#compressible) return this.#pickIdentity()
    if (acceptsEncoding(accepted, 'br')) return this.#pickBrotli()
    if (!acceptsEncoding(accepted, 'gzip')) return this.#pickIdentity()
    this.#gzip ??= withWhole(this.#pieces, (whole) => toGzip(whole)).then((body) => {
      this.#gzip = this.#encode('gzip', body)
      return this.#gzip
    })
    return this.#gzip
  }

  #pickBrotli(): Variant | Promise<Variant> {
    this.#sentAsBr += 1
    if (this.#br === undefined) {
      this.#br = this.#length <= COMPRESSED_AT_ONCE_TO ? this.#makeBrotliAtOnce() : this.#makeBrotli(FIRST)
    } else if (this.#sentAsBr === SENT_BEFORE_BETTER) {
      this.#makeBrotli(LASTING).catch((error) => log.warn('An answer stays as it was compressed first', { error }))
    }
    return this.#br
  }

  #pickIdentity(): Variant {
    const head = [...this.#head, 'Content-Length', String(this.#length)]
    this.#identity ??= { body: toOwnBytes(Buffer.concat(this.#pieces)), head }
    return this.#identity
  }

  #makeBrotliAtOnce(): Variant {
    return this.#encode('br', brotliCompressSync(joinAtOnce(this.#pieces), this.#brotliOptions(AT_ONCE)))
  }

  /** Made beside the requests. */
  async #makeBrotli(brotli: Brotli): Promise<Variant> {
    const body = await withWhole(this.#pieces, (whole) => toBrotli(whole, this.#brotliOptions(brotli)))
    const made = this.#encode('br', body)
    // The first may come after the better one.
    if (brotli === LASTING || this.#br instanceof Promise) this.#br = made
    return made
  }

  #brotliOptions({ quality, smallerBy }: Brotli) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#length,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    }
    // All that comes is the whole: told so at once, the encoder makes one piece of it in place of two that are joined.
    const flush = constants.BROTLI_OPERATION_FINISH
    return { params, flush, chunkSize: Math.ceil(this.#length / smallerBy) }
  }

  #encode(encoding: Encoding, compressed: Buffer): Variant {
    const body = toOwnBytes(compressed)
    return { body, head: [...this.#head, 'Content-Encoding', encoding, 'Content-Length', String(body.length)] }
  }
}

/** For large new buffers the system clears pages every time, and takes them back after. */
const scratch = Buffer.allocUnsafeSlow(COMPRESSED_AT_ONCE_TO)

/** The pieces one after the other, to be read before anything else is joined. */
function joinAtOnce(pieces: readonly Buffer[]): Buffer {
  if (countBytes(pieces) > scratch.length) return Buffer.concat(pieces)
  let length = 0
  for (const piece of pieces) length += piece.copy(scratch, length)
  return scratch.subarray(0, length)
}

/** What is kept has memory of its own (domain/own-bytes.server.ts); what was made for one answer lies in that of Node. */
const isSlice = (piece: Buffer) => piece.length < piece.buffer.byteLength

/** The same pieces; those that are slices of shared memory together in memory of their own. */
function ownPieces(pieces: readonly Buffer[]): readonly Buffer[] {
  const own = Buffer.allocUnsafeSlow(countBytes(pieces.filter(isSlice)))
  let end = 0
  return pieces.map((piece) => {
    if (!isSlice(piece)) return piece
    const begin = end
    end += piece.copy(own, begin)
    return own.subarray(begin, end)
  })
}

/** Of what stands in other answers too, hashed once for all of them. */
const hashPiece = memoizeByObject((piece: Buffer) => hash('sha1', piece, 'buffer'))

/** The same for the same pieces; with hashes in the places of those that are kept. */
function hashPieces(pieces: readonly Buffer[]): string {
  const marks = pieces.map((piece) => (isSlice(piece) ? piece : hashPiece(piece)))
  return hash('sha1', joinAtOnce(marks), 'base64url')
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

/** An answer as it is cached. */
export async function toCachedAnswer(response: Response, { kind, status }: PublicAddress): Promise<CachedAnswer> {
  const head: string[] = []
  response.headers.forEach((value, name) => {
    if (!SAID_BY_THE_CACHE.has(name)) head.push(name, value)
  })
  const cacheControl = status === undefined ? CACHE_CONTROL[kind] : CACHE_CONTROL.call
  return new CachedAnswer(await readPieces(response), head, cacheControl, status)
}

const SAID_BY_THE_CACHE = new Set(['content-length', 'cache-control', 'etag', 'vary'])

/**
 * A page may be shown a minute old by a CDN, for an order never charges a price the shop does not have. What the browser asks
 * of the API after such a refusal must be of now, so every use of an answer asks whether it is still the same.
 */
const CACHE_CONTROL = { page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=300', call: 'no-cache' }
