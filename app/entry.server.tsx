import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { completeDocument } from '#app/document.server.ts'
import { log } from '#domain/log.ts'

/**
 * Renders a page in one go before it is sent: pages wait for nothing slow, a complete document can be cached byte for byte,
 * and its inline scripts can be hashed for the Content-Security-Policy. Nothing of a page may suspend.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const { serverHandoffStream, ...context } = routerContext
  const data = serverHandoffStream ? await readText(serverHandoffStream) : ''
  // Without its stream the router has nothing to wait for; what it would have written for it stands in `addData`.
  const html = renderToString(<ServerRouter context={context} url={request.url} />)
  if (html.includes(GIVEN_UP)) throw new Error('A part of the page suspended')
  const document = addData(html, data)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new WholeResponse(import.meta.env.PROD ? completeDocument(document) : document, { status, headers })
}

/** What React writes in place of a part that was not ready. */
const GIVEN_UP = '<!--$!-->'

const END = '</body></html>'

/** Hands the router in the browser what the block of data before it holds. */
const DATA_SCRIPT = `<script>(({ streamController }) => {
  streamController.enqueue(document.getElementById('page-data').textContent)
  streamController.close()
})(window.__reactRouterContext)</script>`

/** The whole document, with the loaders' data for the browser at its end. The data are JSON, in which \u003c is a '<'. */
function addData(html: string, data: string): string {
  const end = html.lastIndexOf(END)
  if (end === -1) throw new Error('The page is no document')
  const block = `<script type="application/json" id="page-data">${data.replaceAll('<', '\\u003c')}</script>`
  return `<!DOCTYPE html>${html.slice(0, end)}${block}${DATA_SCRIPT}${html.slice(end)}`
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
  }
}

/** An answer whose text is at hand for whoever asks for it, without going through a stream. */
class WholeResponse extends Response {
  readonly #text: string

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override get body() {
    return new Response(this.#text).body
  }

  override async text(): Promise<string> {
    return this.#text
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(this.#text).buffer
  }

  override clone(): Response {
    return new WholeResponse(this.#text, { status: this.status, headers: this.headers })
  }
}

/** 503: the database is away, which is written to the log once, by what watches it. */
const isAnswered = (error: unknown) => isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)

/** Logs what is our fault: not a visitor who left, not an address or a method that nothing answers to. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isAnswered(error)) return
  log.error('A page failed', { method: request.method, path: new URL(request.url).pathname, error })
}
