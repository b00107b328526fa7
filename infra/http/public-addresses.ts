import { TrieRouter } from 'hono/router/trie-router'
import { parseFilters, parsePageSize, toSearchParams } from '#domain/catalog/lists/product-filters.ts'
import { parseQuestion, toQuestionParams } from '#domain/catalog/lists/scent-question.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'

/** An address with the same answer for every visitor: a page, its data, or a reading call of the API. */
export type PublicAddress = {
  /** The path with the parameters that count, in one form. The answer is made from it and depends on nothing else. */
  key: string
  /** `call`: a call of the API. */
  kind: 'page' | 'call'
  /** `search`: one of endlessly many (typed words, pages beyond the end of a list); they evict only each other. */
  cached: 'always' | 'search'
  /** Status of the answer when it is not 200. */
  status?: 404
}

/**
 * Pages that are the same for every visitor, with the id of their route. A route that is missing here is rendered for
 * each visitor; tests/process/public-routes.test.ts decides for every route of app/routes.ts.
 */
export const PUBLIC_PAGES: Readonly<Record<string, string>> = {
  '/': 'home/home',
  '/sklep': 'shop/shop',
  '/znajdz-zapach': 'scent-finder/scent-finder-page',
  '/produkt/:slug': 'product/product-page',
  '/regulamin': 'terms/public-terms-page',
  '/regulamin/:version': 'terms/terms-version',
  '/polityka-prywatnosci': 'legal/privacy-page',
  '/odstapienie': 'returns/withdrawal-page',
  '/reklamacja': 'returns/complaint-page',
  '/gwarancja-prawna': 'legal/guarantee-page',
  '/dostepnosc': 'legal/accessibility-page',
  '/poradnik': 'guides/guides-page',
  '/poradnik/:slug': 'guides/guide-page',
  '/robots.txt': 'seo/robots',
  '/sitemap.xml': 'seo/sitemap',
  '/llms.txt': 'seo/llms',
  '/feed/google.xml': 'feeds/feed-file',
  '/feed/ceneo.xml': 'feeds/feed-file',
  '/feed/products.tsv': 'feeds/feed-file',
}

/** Addresses that are neither a page nor a call (infra/http/site.ts). */
const OTHER_ADDRESSES = ['/healthz', '/readyz', '/.well-known/change-password']

/** Pages made for one visitor, without the admin's panel and those of one product. */
export const PRIVATE_PAGES: ReadonlySet<string> = new Set([
  '/panel-klienta',
  '/payment-success',
  '/payment-cancel',
  '/zamowienie',
  '/nowe-haslo',
  '/logowanie',
  '/logowanie/google',
  '/potwierdz-email',
  '/potwierdz-zamowienie',
  '/zamowienie-dla-ciebie',
  '/newsletter',
  // Answers the form of visitors without scripts.
  '/kontakt',
])
const ADMIN = /^\/admin(?:\/|$)/
/** Pages of one product that are made for one visitor, by the beginnings of their paths. */
const PRIVATE_PRODUCT_PAGES = ['/ocena/', '/powiadom/']
/** Followed by a token. */
const UNSUBSCRIBE = /^\/newsletter\/wypisz\/[\w-]{1,200}$/

/** The page of every unknown address. */
export const UNKNOWN_PAGE: PublicAddress = { key: '/404', kind: 'page', cached: 'always', status: 404 }

/** Whether the path belongs to no page, call or router data. */
export function isUnknownPage(path: string): boolean {
  const isPage = PUBLIC_PAGES[path] !== undefined || PRIVATE_PAGES.has(path) || ADMIN.test(path)
  const hasSlug = [PRODUCT_PAGE, GUIDE_PAGE, ...PRIVATE_PRODUCT_PAGES].some((parent) => isWithSlug(path, parent))
  return (
    !isPage &&
    !hasSlug &&
    !TERMS_VERSION.test(path) &&
    !UNSUBSCRIBE.test(path) &&
    !path.startsWith('/api/') &&
    !path.endsWith(DATA) &&
    !OTHER_ADDRESSES.includes(path)
  )
}

/** The pattern of the page, or of another address of the shop, at a path; undefined where there is none. */
export function findPagePattern(path: string): string | undefined {
  const page = toPagePath(path)
  if (PUBLIC_PAGES[page] !== undefined || PRIVATE_PAGES.has(page) || OTHER_ADDRESSES.includes(page)) return page
  const pattern = findPublicPattern(page)
  if (pattern !== undefined) return pattern
  const parent = PRIVATE_PRODUCT_PAGES.find((known) => isWithSlug(page, known))
  if (parent !== undefined) return `${parent}:slug`
  if (UNSUBSCRIBE.test(page)) return '/newsletter/wypisz/:token'
  return ADMIN.test(page) ? '/admin/*' : undefined
}

/** Routes around every public page. */
const OUTER_ROUTES = ['root', 'shell/layout']

const SLUG = /^[a-z0-9-]{1,160}$/
const PRODUCT_PAGE = '/produkt/'
const GUIDE_PAGE = '/poradnik/'
const TERMS_VERSION = /^\/regulamin\/\d{4}-\d{2}-\d{2}$/

/** Address of the data of '/'; the data of any other page are at its path with '.data'. */
const HOME_DATA = '/_.data'
const DATA = '.data'

/** Calls of the API without parameters. */
const CALLS = new Set(['/api/brands', '/api/shop-settings', '/api/shipping-costs'])
const PRODUCT_LIST = '/api/products'
const ONE_PRODUCT = /^\/api\/products\/([a-zA-Z0-9-]{1,160})(\/reviews|\/similar)?$/
const SUGGESTIONS = '/api/suggestions'

/**
 * Reads the parts of an address that decide its answer. All other parameters (`utm_*`, `fbclid`, ...) must not split
 * the cache. Undefined for addresses that are not public.
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
    // The search ignores case, and answers do not repeat its words.
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
  const page = toPagePath(path)
  const route = PUBLIC_PAGES[findPublicPattern(page) ?? page]
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
  if (page === '/znajdz-zapach') {
    for (const [name, value] of toQuestionParams(parseQuestion(given))) read.append(name, value)
  }
  if (page !== path) {
    const asked = given.get('_routes')?.split(',') ?? []
    const known = [...OUTER_ROUTES, route].filter((id) => asked.includes(id))
    if (known.length > 0) read.set('_routes', known.join(','))
  }
  return listAddress('page', path, read, number)
}

/** The pattern of a public page with a parameter; undefined for other paths. */
function findPublicPattern(page: string): string | undefined {
  if (isWithSlug(page, PRODUCT_PAGE)) return '/produkt/:slug'
  if (isWithSlug(page, GUIDE_PAGE)) return '/poradnik/:slug'
  return TERMS_VERSION.test(page) ? '/regulamin/:version' : undefined
}

/** Path of the page whose data may be asked for at a path. */
function toPagePath(path: string): string {
  if (path === HOME_DATA) return '/'
  return path.endsWith(DATA) ? path.slice(0, -DATA.length) : path
}

function isWithSlug(path: string, parent: string): boolean {
  return path.startsWith(parent) && SLUG.test(path.slice(parent.length))
}

/** Parameters with endlessly many values or combinations. */
const ENDLESS = ['search', 'minPrice', 'maxPrice', 'note', 'jak', 'kiedy', 'lubie', 'nie']

/** Most pages of a list: a shop has at most 5,000 products. */
const MOST_LINKED_PAGES = 300

function listAddress(kind: PublicAddress['kind'], path: string, read: URLSearchParams, page: number): PublicAddress {
  if (page > 1) read.set('page', String(page))
  const isTyped = ENDLESS.some((name) => read.has(name))
  const cached = isTyped || page > MOST_LINKED_PAGES ? 'search' : 'always'
  return { key: read.size === 0 ? path : `${path}?${read}`, kind, cached }
}

function lowerPolish(text: string): string {
  return text.replace(/[A-ZĄĆĘŁŃÓŚŹŻ]/g, (letter) => letter.toLowerCase())
}

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
