import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { reloadWithDialogs } from '#app/ui/page-reload.ts'

/**
 * Middleware of every navigation in the browser: after a deploy a page's data are those of a newer build, which this code may not
 * be able to read. The page is then loaded again, with the code that belongs to them.
 */
export const loadNewerBuild: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  const build = window.__reactRouterManifest?.version
  const isNewer = Object.values(results).some(({ result }) => {
    const made = readBuild(result)
    return made !== undefined && made !== build
  })
  if (import.meta.env.DEV || !isNewer || request.signal.aborted) return results
  if (request.url === window.location.href) reloadWithDialogs()
  else window.location.assign(request.url)
  // The page that is there stays until the new one comes.
  return new Promise(() => {})
}

function readBuild(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'build' in data ? data.build : undefined
}
