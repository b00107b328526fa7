import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
    onAllReady: () => resolve(text(pipe(new PassThrough()))),
    onError: reject,
  })
  headers.set('Content-Type', 'text/html')
  return new Response(await promise, { status, headers })
}
