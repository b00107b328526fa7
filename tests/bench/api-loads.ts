/** Frequent letters as the first typed letter of a search. */
const LETTERS = ['a', 'n', 'o', 'e']
const letterOf = (request: number) => LETTERS[request % LETTERS.length]

const KNOWN = [
  '/api/products?pageSize=24',
  '/api/products?search=roza',
  '/api/products/layali-zahran',
  '/api/products/layali-zahran/reviews',
  '/api/brands',
  '/api/shop-settings',
  '/api/shipping-costs',
]

type ApiLoad = {
  name: string
  /** Returns the path of each request in turn. */
  begin(): (request: number) => string
}

/** Public reads: repeated ones, and searches that are always new. */
export function listApiLoads(): ApiLoad[] {
  // Two runs against one shop must not send the same searches.
  let searches = Date.now()
  return [
    ...KNOWN.map((path) => ({ name: `GET ${path}`, begin: () => () => path })),
    {
      name: 'GET /api/products, a search never asked before',
      begin: () => (request) => `/api/products?search=${letterOf(request)}%20${searches++}&pageSize=24`,
    },
    {
      name: 'GET /api/products, a search never asked before that finds',
      begin: () => (request) =>
        `/api/products?search=${letterOf(request)}&pageSize=24&maxPrice=${(1000 + (searches++ % 1e7) / 100).toFixed(2)}`,
    },
  ]
}
