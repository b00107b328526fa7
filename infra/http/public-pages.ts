import { parseFilters, toSearchParams } from '#domain/catalog/product-filters.ts'

/**
 * Pages that are the same for every visitor, so that one rendering serves all. A route that is missing here is rendered for
 * each visitor; tests/process/public-routes.test.ts decides for every route of app/routes.ts.
 */
const PUBLIC_PATH = /^\/(?:|sklep|regulamin|polityka-prywatnosci|produkt\/[a-z0-9-]{1,160})$/

/** Where the router asks for the data of '/'; every other page's data lie at its path and '.data'. */
const HOME_DATA = '/_.data'

/** The router's own: which routes' data are asked for. */
const ROUTER_PARAM = '_routes'

/** A longer query is nothing a page links to: rendered, not cached. */
const LONGEST_CACHED_QUERY = 400

/**
 * The key a public page is cached under, and the address it is rendered from: the path with what that page reads of the query,
 * in one form. Where a visitor came from (`utm_*`, `fbclid`, ...) and whatever else is added changes nothing on the page,
 * so it must not split the cache. Undefined when the address is not a public page. Data requests of the router (`.data`)
 * are cached beside the HTML.
 */
export function findPublicPageKey(url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const page = path === HOME_DATA ? '/' : path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
  if (!PUBLIC_PATH.test(page)) return undefined
  if (mark === -1) return path
  const query = url.slice(mark + 1)
  if (query.length > LONGEST_CACHED_QUERY) return undefined
  const given = new URLSearchParams(query)
  const read = readParams(page, given)
  const routes = given.get(ROUTER_PARAM)
  if (routes !== null) read.set(ROUTER_PARAM, routes)
  return read.size === 0 ? path : `${path}?${read}`
}

/** What a page reads of its query. */
function readParams(page: string, given: URLSearchParams): URLSearchParams {
  if (page !== '/' && page !== '/sklep') return new URLSearchParams()
  const params = toSearchParams(parseFilters(given))
  if (page === '/sklep') {
    const product = given.get('produkt')
    if (product !== null) params.set('produkt', product)
    return params
  }
  const number = params.get('page')
  return new URLSearchParams(number === null ? {} : { page: number })
}
