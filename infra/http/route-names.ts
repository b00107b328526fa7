import { TrieRouter } from 'hono/router/trie-router'
import { findPagePattern } from './public-addresses.ts'

/** The routes of an API; those of middleware have the method ALL. */
export type ApiRoutes = readonly { method: string; path: string }[]

/** Names the route of an address: one of few, however many addresses strangers invent. */
export function createRouteNames(apiRoutes: ApiRoutes): (method: string, url: string) => string {
  const router = new TrieRouter<string>()
  for (const { method, path } of apiRoutes) if (method !== 'ALL') router.add(method, path, path)
  return (method, url) => {
    const [path = '/'] = url.split('?', 1)
    if (path.startsWith('/api/')) {
      const [found] = router.match(method === 'HEAD' ? 'GET' : method, path)
      return found[0]?.[0] ?? '/api/*'
    }
    return findPagePattern(path) ?? /^\/(?:assets|media)\//.exec(path)?.[0].concat('*') ?? 'other'
  }
}
