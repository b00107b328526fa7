import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Policy of answers that are not documents: they load and run nothing and open in no frame. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Adds the closed policy to an answer without a policy. A document brings its own (app/document.server.ts). */
export function closePolicy(response: Response): Response {
  const { headers } = response
  const isDocument = headers.get('content-type')?.startsWith('text/html')
  // The policy of a 304 would replace the stored answer's.
  if (response.status !== 304 && !isDocument && !headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', CLOSED_POLICY)
  return response
}

/** Sentences of the server's own refusals, by status. */
const SENTENCES = {
  400: 'Nie rozumiemy tego zapytania.',
  404: 'Nie ma takiego pliku.',
  405: 'Pod tym adresem nie można wykonać tej operacji.',
  408: 'Zapytanie trwało zbyt długo.',
  413: 'Zapytanie jest zbyt duże.',
  417: 'Nie możemy spełnić oczekiwania z tego zapytania.',
  431: 'Nagłówki zapytania są zbyt duże.',
  500: 'Coś poszło nie tak po naszej stronie. Odśwież stronę za chwilę.',
  503: 'Ten plik jest chwilowo niedostępny. Spróbuj ponownie za chwilę.',
}

type RefusedStatus = keyof typeof SENTENCES

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': CLOSED_POLICY,
}

export function sendRefusal(
  response: ServerResponse,
  status: RefusedStatus,
  headers: Record<string, string> = {},
): void {
  const body = SENTENCES[status]
  response.writeHead(status, { ...HEADERS, 'Content-Length': Buffer.byteLength(body), ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** How long a refused client may take to read the answer, ms. */
const LINGER_MS = 1000

/**
 * Answers bytes that the parser could not read, and ends their connection. Arriving bytes are read for a moment,
 * because closing with unread bytes would reset the connection and lose the answer.
 */
export function refuseOnSocket(
  socket: Duplex,
  status: RefusedStatus,
  securityHeaders: [name: string, value: string][],
): void {
  const body = SENTENCES[status]
  const headers = [
    ...securityHeaders,
    ...Object.entries(HEADERS),
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** The status for an error of Node's parser. */
export function statusOfParserError(code: string | undefined): RefusedStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
