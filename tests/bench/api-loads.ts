/** Letters that most products have, as a buyer's first. */
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
  /** The path of each request in turn. */
  begin(): (request: number) => string
}

/** Public reads: what was asked before, and searches that never were. */
export function listApiLoads(): ApiLoad[] {
  // Of two runs that ask one shop none may ask what the other did.
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
