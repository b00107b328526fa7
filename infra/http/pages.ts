import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { buildVersion, documentData } from '#app/page-data.server.ts'
import { type RenderedDocument, renderedDocument } from '#app/rendered-document.ts'
import { servicesContext } from '#app/services-context.ts'
import type { Services } from '#domain/services.ts'
import { answerOutages, describeOutage } from './page-outage.ts'
import { WholeResponse } from './whole-response.ts'

/** Renders a page (or answers a router data request) for a request. */
export type RenderPage = (request: Request) => Promise<Response>

export function createPages(services: Services): RenderPage {
  const handle = createRequestHandler(answerOutages(build), import.meta.env.MODE)
  return async (request) => {
    const context = new RouterContextProvider()
    const document: { made: RenderedDocument | null } = { made: null }
    context.set(servicesContext, services)
    context.set(buildVersion, build.assets.version)
    context.set(documentData, new URL(request.url).pathname.endsWith('.data') ? null : { json: [] })
    context.set(renderedDocument, document)
    const answer = await handle(request, context)
    return describeOutage(
      document.made && request.method !== 'HEAD' ? new WholeResponse(document.made, answer) : answer,
    )
  }
}
