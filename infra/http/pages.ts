import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { buildVersion, documentData } from '#app/page-data.server.ts'
import { type RenderedDocument, renderedDocument } from '#app/rendered-document.ts'
import { servicesContext } from '#app/services-context.ts'
import type { Services } from '#domain/services.ts'
import { answerOutages, describeOutage } from './page-outage.ts'
import { WholeResponse } from './whole-response.ts'

/** Renders a page (or answers a router data request) for a request. */
export type RenderPage = (request: Request) => Promise<Response>

export function createPages(services: Services): RenderPage {
  const all = answerOutages(build)
  const handleAdmin = createRequestHandler(all, import.meta.env.MODE)
  const handleStorefront = createRequestHandler(leaveOutAdmin(all), import.meta.env.MODE)
  return async (request) => {
    const { pathname } = new URL(request.url)
    const context = new RouterContextProvider()
    const document: { made: RenderedDocument | null } = { made: null }
    context.set(servicesContext, services)
    context.set(buildVersion, build.assets.version)
    context.set(documentData, pathname.endsWith('.data') ? null : { json: [] })
    context.set(renderedDocument, document)
    const handle = pathname.startsWith(ADMIN_PATH) ? handleAdmin : handleStorefront
    const answer = await handle(request, context)
    return describeOutage(
      document.made && request.method !== 'HEAD' ? new WholeResponse(document.made, answer) : answer,
    )
  }
}

/** The panel's pages and their data. */
const ADMIN_PATH = '/admin'

/** The router compares an address with every route, twice for each page: half of them are the panel's. */
function leaveOutAdmin(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).filter(([id]) => !id.startsWith('admin/'))
  return { ...build, routes: Object.fromEntries(routes) }
}
