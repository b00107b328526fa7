import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A window of 256 KB holds nearly every answer; the default takes megabytes for each. */
const BROTLI_WINDOW_BITS = 18
/** A shorter body fits into one packet uncompressed, bytes. */
const COMPRESSED_FROM = 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** `br;q=0` refuses an encoding. */
const REFUSED = { br: /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/, gzip: /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/ }

/** Whether an `Accept-Encoding` allows an encoding. */
export function acceptsEncoding(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted.includes(encoding) && !REFUSED[encoding].test(accepted)
}

/** The encoding in which to send a body of this length. */
export function chooseEncoding(accepted: string, bytes: number): Encoding {
  if (bytes < COMPRESSED_FROM) return 'identity'
  if (acceptsEncoding(accepted, 'br')) return 'br'
  return acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
}

export function compressBody(body: Buffer, encoding: 'br' | 'gzip', brotliQuality: number): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
  }
  return toBrotli(body, { params })
}
