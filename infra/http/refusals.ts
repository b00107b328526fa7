import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { CLOSED_POLICY } from './closed-policy.ts'

/** What the server itself refuses, before pages or the API see it. */
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

/** Nobody may store it, and it says nothing of the inside. */
const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': CLOSED_POLICY,
}

export function refuse(response: ServerResponse, status: RefusedStatus, headers: Record<string, string> = {}): void {
  const body = SENTENCES[status]
  response.writeHead(status, { ...HEADERS, 'Content-Length': Buffer.byteLength(body), ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** How long who was refused may take to read why, ms. */
const LINGER_MS = 1000

/**
 * Refuses what the parser could not make a request of, straight on its connection, which ends with it. What is still
 * arriving is read for a moment: closing over unread bytes would reset the connection and lose the answer.
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

/** The answer to what Node's parser reports. */
export function statusOfParserError(code: string | undefined): RefusedStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
