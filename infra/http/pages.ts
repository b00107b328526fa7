import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import type { Services } from '#domain/services.ts'
import { answerOutages, describeOutage } from './page-outage.ts'

/** Renders a page (or answers a router data request) for a request. */
export type RenderPage = (request: Request) => Promise<Response>

export function createPages(services: Services): RenderPage {
  // Behind a proxy a request does not say that the shop's address is https: forms of the shop's own pages are let in by its name.
  const allowedActionOrigins = [new URL(services.profile.shopUrl).host]
  const handle = createRequestHandler({ ...answerOutages(build), allowedActionOrigins }, import.meta.env.MODE)
  return async (request) => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(buildVersion, build.assets.version)
    return describeOutage(await handle(request, context))
  }
}
