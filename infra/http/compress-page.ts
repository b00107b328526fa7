import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptsEncoding } from './cached-answer.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Shorter bodies fit into one packet as they are, bytes. */
const COMPRESSED_FROM = 1024
/** A page that is sent once: the next better quality takes twice the time for a twentieth of the bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** A page, or its data, that is made for one visitor, in the encoding that the visitor takes. */
export async function compressPage(page: Response, request: Request): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : null
  const isText = page.headers.get('content-type')?.startsWith('text/') && !/^(?:204|3\d\d)$/.test(String(page.status))
  if (encoding === null || !isText || request.method === 'HEAD' || page.headers.has('content-encoding')) return page
  const whole = Buffer.from(await page.arrayBuffer())
  const isShort = whole.length < COMPRESSED_FROM
  const body = isShort ? whole : encoding === 'br' ? await toBrotli(whole, BROTLI_OPTIONS) : await toGzip(whole)
  const headers = new Headers(page.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (!isShort) headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  return new Response(Uint8Array.from(body), { status: page.status, headers })
}
