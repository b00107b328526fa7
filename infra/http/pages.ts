import * as build from 'virtual:react-router/server-build'
import {
  createRequestHandler,
  data,
  type MiddlewareFunction,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { buildVersion, clientAddressContext, servicesContext } from '#app/services-context.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { isBusy } from '#domain/kernel/database/transaction.server.ts'
import type { Services } from '#domain/services.ts'

/** After how long to try a failed page again, s. */
const RETRY_AFTER_S = '5'

/** The version of this build. */
export const BUILD_VERSION = build.assets.version

/** Renders a page (or answers a router data request) for a request. */
export type RenderPage = (request: Request, socketAddress?: string) => Promise<Response>

/** @param findClient the address of the client behind the shop's proxies */
export function createPages(
  services: Services,
  findClient: (socketAddress: string | undefined, forwardedFor: string | undefined) => string,
): RenderPage {
  // Behind a proxy a request does not say that the shop's address is https, so forms are allowed by the shop's host.
  const allowedActionOrigins = [new URL(services.profile.shopUrl).host]
  const handle = createRequestHandler({ ...answerOutages(build), allowedActionOrigins }, import.meta.env.MODE)
  return async (request, socketAddress) => {
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(buildVersion, BUILD_VERSION)
    context.set(clientAddressContext, findClient(socketAddress, request.headers.get('x-forwarded-for') ?? undefined))
    return describeOutage(await handle(request, context))
  }
}

/**
 * The build with loaders, actions and guards that answer 503 while the database is away or overloaded. The page then
 * says so, in the layout that could still be loaded.
 */
function answerOutages(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action, middleware } = route.module
    const module = {
      ...route.module,
      ...(loader && { loader: orUnavailable(loader) }),
      ...(action && { action: orUnavailable(action) }),
      ...(middleware && {
        middleware: middleware.map(orUnavailable<Parameters<MiddlewareFunction<Response>>, unknown>),
      }),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function orUnavailable<Args extends unknown[], Value>(
  work: (...args: Args) => Promise<Value> | Value,
): (...args: Args) => Promise<Value> {
  return async (...args) => {
    try {
      return await work(...args)
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isBusy(error)) throw error
      throw data(null, { status: 503 })
    }
  }
}

/** Tells caches not to store a failed page, and search engines to retry it. */
function describeOutage(response: Response): Response {
  if (response.status === 503) {
    response.headers.set('Retry-After', RETRY_AFTER_S)
    response.headers.set('Cache-Control', 'no-store')
  }
  return response
}
