import { data, type MiddlewareFunction, type ServerBuild } from 'react-router'
import { isDatabaseUnavailable } from '#domain/kernel/database-error.ts'
import { isBusy } from '#domain/kernel/transaction.server.ts'

/** When a page that could not be shown is worth another try, s. */
const RETRY_AFTER_SECONDS = 5

/**
 * The build with loaders, actions and guards that answer 503 while the database is away or overloaded: the page then says so, in the
 * layout that could still be loaded.
 */
export function answerOutages(build: ServerBuild): ServerBuild {
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

/** No cache may store a page that could not be shown, and a search engine comes again. */
export function describeOutage(response: Response): Response {
  if (response.status === 503) {
    response.headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
    response.headers.set('Cache-Control', 'no-store')
  }
  return response
}
