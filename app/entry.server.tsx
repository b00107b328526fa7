import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { composeDocument } from '#app/document.server.ts'
import { documentData } from '#app/page-data.server.ts'
import { renderedDocument } from '#app/rendered-document.ts'
import { servicesContext } from '#app/services-context.ts'
import { log } from '#domain/log.ts'
import { renderPage } from './part-cache.server.tsx'
import { nameStorefrontManifest } from './storefront-manifest.ts'
import '#app/home/deferred-sections.server.ts'

/**
 * Renders a page in one go before it is sent: pages wait for nothing slow, a complete document can be cached byte for byte,
 * and its inline scripts can be hashed for the Content-Security-Policy. The answer has no body: the document is handed over
 * by `renderedDocument`.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { serverHandoffStream, ...entry } = fitManifest(routerContext)
  const data = serverHandoffStream ? await readBytes(serverHandoffStream) : []
  // Without its stream the router has nothing to wait for; what it would have written for it stands in the document's data.
  const page = renderPage(<ServerRouter context={entry} url={request.url} />)
  const { profile, analytics } = context.get(servicesContext)
  const texts = { router: Buffer.concat(data), page: context.get(documentData)?.json ?? [] }
  const facts = { phone: profile.sellerPhone, analytics }
  const isPrivate = headers.get('Cache-Control')?.startsWith('private') ?? false
  context.get(renderedDocument).made = composeDocument(page, texts, facts, isPrivate)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/**
 * The router makes its tables of routes anew for every page: a page needs those that it is made of. In the browser it needs
 * those that its links lead to.
 */
function fitManifest(context: EntryContext): EntryContext {
  const { manifest, routeModules } = context
  const matched = context.staticHandlerContext.matches.map(({ route }) => route.id)
  const pick = <Route,>(routes: Record<string, Route | undefined>) =>
    Object.fromEntries(matched.flatMap((id) => (routes[id] === undefined ? [] : [[id, routes[id]]])))
  const isStorefront = import.meta.env.PROD && !matched.includes('admin/layout')
  const url = isStorefront ? nameStorefrontManifest(manifest.url) : manifest.url
  return { ...context, manifest: { ...manifest, url, routes: pick(manifest.routes) }, routeModules: pick(routeModules) }
}

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    chunks.push(value)
  }
}

/** 503: the database is away, which is written to the log once, by what watches it. */
const isAnswered = (error: unknown) => isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)

/** Logs what is our fault: not a visitor who left, not an address or a method that nothing answers to. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isAnswered(error)) return
  log.error('A page failed', { method: request.method, path: new URL(request.url).pathname, error })
}
