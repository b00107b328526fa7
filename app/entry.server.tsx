import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import BrandPickerSection from '#app/home/brand-picker.tsx'
import { BrandPicker, Quality, ScentFamilies, ScentStory } from '#app/home/deferred-sections.tsx'
import QualitySection from '#app/home/quality.tsx'
import ScentFamiliesSection from '#app/home/scent-families-section.tsx'
import ScentStorySection from '#app/home/scent-story.tsx'
import { SafetyAndGuarantee } from '#app/product/deferred-safety.tsx'
import SafetyAndGuaranteePart from '#app/product/safety-and-guarantee.tsx'
import { servicesContext } from '#app/services-context.ts'
import { log } from '#domain/kernel/log.ts'
import { completeDocument } from './document.server.ts'
import starter from './shell/starter.ts?script'
import { StyleSheetAsFile } from './style-sheet.tsx'

BrandPicker.provide(BrandPickerSection)
ScentFamilies.provide(ScentFamiliesSection)
Quality.provide(QualitySection)
ScentStory.provide(ScentStorySection)
SafetyAndGuarantee.provide(SafetyAndGuaranteePart)

/**
 * Renders a page to one complete document before it is sent. So it can be cached byte for byte, and its
 * Content-Security-Policy names its inline scripts by their hashes.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('hex')
  const isPrivate = headers.get('Cache-Control')?.startsWith('private') ?? false
  const page = (
    <StyleSheetAsFile value={isPrivate}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </StyleSheetAsFile>
  )
  const rendered = await renderWhole(page, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Vite writes inline scripts of its own into a page of the development server.
  if (import.meta.env.DEV) return new Response(rendered, { status, headers })
  const { html, policy } = completeDocument(rendered, nonce, context.get(servicesContext))
  headers.set('Content-Security-Policy', policy)
  return new Response(html, { status, headers })
}

/** The complete HTML. An error anywhere fails the page, and the router renders its error page. */
function renderWhole(page: ReactElement, nonce: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { pipe } = renderToPipeableStream(page, {
    nonce,
    // In development the scripts start at once.
    ...(import.meta.env.PROD && { bootstrapScriptContent: starter }),
    // Keeps long parts in their place instead of moving them behind the end of the document.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: () => resolve(text(pipe(new PassThrough()))),
    onError: reject,
  })
  return promise
}

/** 503: the database is unavailable, which its own watcher logs once. */
const isAnswered = (error: unknown) => isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)

/** Logs the shop's own errors, not aborted requests, unknown addresses and refused methods. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isAnswered(error) || isRefusedAction(request, error)) return
  log.error('A page failed', { method: request.method, path: new URL(request.url).pathname, error })
}

/** The router answers 400 to a form that another site sends to a page. */
function isRefusedAction({ method }: Request, error: unknown): boolean {
  return method !== 'GET' && method !== 'HEAD' && error instanceof Error && error.message === 'Bad Request'
}
