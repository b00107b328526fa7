import { parseFilters, parsePageSize, toSearchParams } from '#domain/catalog/lists/product-filters.ts'
import { PAGE_SIZES } from '#domain/kernel/page-sizes.ts'

/** What is the same for every visitor: a page, its data, or a reading call of the API. */
export type PublicAddress = {
  /** The path with what is read of the query, in one form. The answer is made from it, so it depends on nothing else. */
  key: string
  /** `call`: of the API. */
  kind: 'page' | 'call'
  /** `search`: what people type is endless, and so are pages beyond the end of a list: they may push out nothing but each other. */
  cached: 'always' | 'search'
  /** With which status it is kept, where that is not 200. */
  status?: 404
}

/**
 * Pages that are the same for every visitor with the id of their route, so that one rendering serves all. A route that is
 * missing here is rendered for each visitor; tests/process/public-routes.test.ts decides for every route of app/routes.ts.
 */
export const PUBLIC_PAGES: Readonly<Record<string, string>> = {
  '/': 'home/home',
  '/sklep': 'shop/shop',
  '/produkt/:slug': 'product/product-page',
  '/regulamin': 'legal/terms',
  '/polityka-prywatnosci': 'legal/privacy',
  '/robots.txt': 'seo/robots',
  '/sitemap.xml': 'seo/sitemap',
}

/** What is made for one visitor, beside calls and the admin's panel. Every other address is one that no route knows. */
const MADE_FOR_ONE: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/panel-klienta',
  '/payment-success',
  '/payment-cancel',
  '/zamowienie',
  '/nowe-haslo',
  '/logowanie',
  '/logowanie/google',
  '/potwierdz-email',
  '/potwierdz-zamowienie',
])
const ADMIN = /^\/admin(?:\/|$)/
const REVIEW_PAGE = '/ocena/'

/** The page that every unknown address is answered with: the same bytes for all of them. */
export const UNKNOWN_PAGE: PublicAddress = { key: '/404', kind: 'page', cached: 'always', status: 404 }

/** Whether no page, file, call or router data can be at this path. */
export function isUnknownPage(path: string): boolean {
  const isOther = path.startsWith('/api/') || path.endsWith(DATA) || ADMIN.test(path) || isProductPage(path)
  return !isOther && PUBLIC_PAGES[path] === undefined && !MADE_FOR_ONE.has(path) && !isReviewPage(path)
}

/** Routes around every public page. */
const OUTER_ROUTES = ['root', 'shell/layout']

const SLUG = /^[a-z0-9-]{1,160}$/
const PRODUCT_PAGE = '/produkt/'

/** Where the router asks for the data of '/'; every other page's data lie at its path and '.data'. */
const HOME_DATA = '/_.data'
const DATA = '.data'

/** Calls of the API without parameters. */
const CALLS = new Set(['/api/brands', '/api/shop-settings', '/api/shipping-costs'])
const PRODUCT_LIST = '/api/products'
const ONE_PRODUCT = /^\/api\/products\/([a-zA-Z0-9-]{1,160})(\/reviews|\/similar)?$/
const SUGGESTIONS = '/api/suggestions'

/**
 * What of an address the answer is made from. Where a visitor came from (`utm_*`, `fbclid`, ...) and whatever else is added
 * changes nothing, so it must not split the cache. Undefined for everything that is no public page or call.
 */
export function findPublicAddress(url: string): PublicAddress | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 ? '' : url.slice(mark + 1)
  return path.startsWith('/api/') ? findCall(path, query) : findPage(path, query)
}

function findCall(path: string, query: string): PublicAddress | undefined {
  if (CALLS.has(path)) return { key: path, kind: 'call', cached: 'always' }
  if (path === PRODUCT_LIST) {
    const given = new URLSearchParams(query)
    const filters = parseFilters(given)
    // Answers do not repeat the words, and the search takes no notice of their case.
    const read = toSearchParams({ ...filters, search: lowerPolish(filters.search), page: 1 })
    const size = parsePageSize(given)
    if (size !== PAGE_SIZES.apiProducts) read.set('pageSize', String(size))
    return listAddress('call', path, read, filters.page)
  }
  if (path === SUGGESTIONS) {
    const { search } = parseFilters(new URLSearchParams(query))
    const read = new URLSearchParams(search && { search: lowerPolish(search) })
    return listAddress('call', path, read, 1)
  }
  const [, product, part = ''] = ONE_PRODUCT.exec(path) ?? []
  if (product === undefined) return undefined
  return { key: `${PRODUCT_LIST}/${product.toLowerCase()}${part}`, kind: 'call', cached: 'always' }
}

function findPage(path: string, query: string): PublicAddress | undefined {
  const data = path.endsWith(DATA)
  const page = path === HOME_DATA ? '/' : data ? path.slice(0, -DATA.length) : path
  const route = PUBLIC_PAGES[page] ?? (isProductPage(page) ? PUBLIC_PAGES['/produkt/:slug'] : undefined)
  if (route === undefined) return undefined
  if (query === '') return { key: path, kind: 'page', cached: 'always' }
  const given = new URLSearchParams(query)
  const read = new URLSearchParams()
  let number = 1
  if (page === '/' || page === '/sklep') {
    const filters = parseFilters(given)
    number = filters.page
    if (page === '/sklep') {
      for (const [name, value] of toSearchParams({ ...filters, page: 1 })) read.set(name, value)
      const product = given.get('produkt')
      if (product !== null && SLUG.test(product)) read.set('produkt', product)
    }
  }
  if (data) {
    const asked = given.get('_routes')?.split(',') ?? []
    const known = [...OUTER_ROUTES, route].filter((id) => asked.includes(id))
    if (known.length > 0) read.set('_routes', known.join(','))
  }
  return listAddress('page', path, read, number)
}

function isProductPage(page: string): boolean {
  return page.startsWith(PRODUCT_PAGE) && SLUG.test(page.slice(PRODUCT_PAGE.length))
}

function isReviewPage(page: string): boolean {
  return page.startsWith(REVIEW_PAGE) && SLUG.test(page.slice(REVIEW_PAGE.length))
}

/** No list of 5,000 products, the most a shop may have, is longer in the pages that it links to. */
const MOST_LINKED_PAGES = 300

function listAddress(kind: PublicAddress['kind'], path: string, read: URLSearchParams, page: number): PublicAddress {
  if (page > 1) read.set('page', String(page))
  const isTyped = ['search', 'minPrice', 'maxPrice', 'note'].some((name) => read.has(name))
  const cached = isTyped || page > MOST_LINKED_PAGES ? 'search' : 'always'
  return { key: read.size === 0 ? path : `${path}?${read}`, kind, cached }
}

function lowerPolish(text: string): string {
  return text.replace(/[A-ZĄĆĘŁŃÓŚŹŻ]/g, (letter) => letter.toLowerCase())
}
