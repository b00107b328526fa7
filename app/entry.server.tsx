import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { completeDocument } from '#app/document.server.ts'
import { redactError } from '#domain/database-error.ts'

/**
 * Renders a page whole before it is sent: pages wait for nothing slow, a complete document can be cached byte for byte,
 * and its inline scripts can be hashed for the Content-Security-Policy.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let renderError: unknown
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        renderError = error
        console.error(error)
      },
    })
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(import.meta.env.PROD ? completeDocument(html) : html, {
    status: renderError === undefined ? status : 500,
    headers,
  })
}

/** 503: the database is away, which is written to the log once, by what watches it. */
const isAnswered = (error: unknown) => isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)

/** Logs what is our fault: not a visitor who left, not an address or a method that nothing answers to. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isAnswered(error)) return
  console.error(`${request.method} ${new URL(request.url).pathname} failed`, redactError(error))
}
