import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPublicAddress, isUnknownPage } from '#infra/http/public-addresses.ts'

const keyOf = (address: string) => findPublicAddress(address)?.key

const PATHS = [
  '/',
  '/_.data',
  '/sklep',
  '/sklep.data',
  '/produkt/layali-zahran',
  '/regulamin',
  '/api/products',
  '/api/suggestions',
]
const CALLS = [
  '/api/brands',
  '/api/shop-settings',
  '/api/shipping-costs',
  '/api/products/a-b',
  '/api/products/a-b/reviews',
  '/api/products/a-b/similar',
]

const names = fc.oneof(
  fc.constantFrom(
    'search',
    'gender',
    'brand',
    'minPrice',
    'maxPrice',
    'sort',
    'category',
    'family',
    'note',
    'page',
    'pageSize',
  ),
  fc.constantFrom('produkt', '_routes', 'utm_source', 'index'),
  fc.string({ maxLength: 8 }),
)
const values = fc.oneof(
  fc.constantFrom(
    'women',
    'arabic',
    'drewno',
    'Róża',
    'noemira',
    'price-asc',
    'root',
    'shop/shop',
    'home/home',
    '1',
    '2',
    '16,00',
    '-1',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
)
const queries = fc
  .array(fc.tuple(names, values), { maxLength: 6 })
  .map((pairs) => new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString())

test.each([...PATHS, ...CALLS])('%s: a query has one canonical form, which is stable', (path) => {
  fc.assert(
    fc.property(queries, (query) => {
      const address = findPublicAddress(`${path}?${query}`)
      const again = findPublicAddress(address?.key ?? '')
      expect(again?.key).toBe(address?.key)
      expect(again?.cached).toBe(address?.cached)
    }),
  )
})

test.each([...PATHS, ...CALLS])('%s: forty unknown parameters make no cache entry of their own', (path) => {
  const madeUp = Array.from({ length: 40 }, (_, index) => `x${index}=${index}`).join('&')
  expect(keyOf(`${path}?${madeUp}`)).toBe(path)
})

test.each([...PATHS, ...CALLS])('%s: parameters of advertisements are ignored, however long', (path) => {
  const address = findPublicAddress(`${path}?utm_source=instagram&fbclid=${'x'.repeat(2000)}`)
  expect(address).toMatchObject({ key: path, cached: 'always' })
})

test.each(CALLS)('%s: ignores the query', (path) => {
  fc.assert(
    fc.property(queries, (query) => {
      expect(keyOf(`${path}?${query}`)).toBe(path)
    }),
  )
})

test.each(['/sklep', '/sklep.data', '/api/products'])('%s: spellings of one filter share a cache entry', (path) => {
  const key = keyOf(`${path}?search=r%C3%B3%C5%BCa%20oud&gender=women&minPrice=16&sort=price-asc&page=2`)
  for (const query of [
    'page=2&sort=price-asc&minPrice=16.00&gender=women&search=r%C3%B3%C5%BCa+oud',
    'search=%20r%C3%B3%C5%BCa%20%20oud%00&gender=women&gender=men&minPrice=16,0&maxPrice=abc&sort=price-asc&page=02',
    'search=ro%CC%81z%CC%87a%09oud&gender=women&minPrice=0016&sort=price-asc&category=x&page=2.0&brand=%2F',
  ]) {
    expect(keyOf(`${path}?${query}`), query).toBe(key)
  }
})

test.each(['/sklep', '/api/products'])('%s: a note has one spelling, and an unknown family is ignored', (path) => {
  expect(keyOf(`${path}?note=R%C3%B3%C5%BCa%20Damasce%C5%84ska&family=nic`)).toBe(`${path}?note=roza-damascenska`)
  expect(keyOf(`${path}?note=oud&family=drewno`)).toBe(`${path}?family=drewno&note=oud`)
})

test('/znajdz-zapach: a question has one spelling, and keeps each of several choices', () => {
  const key = '/znajdz-zapach?kiedy=zima&lubie=wanilia&lubie=oud&nie=pizmo'
  expect(keyOf('/znajdz-zapach?nie=pizmo&nie=x&lubie=oud&lubie=wanilia&lubie=oud&kiedy=zima&ale=tanszy')).toBe(
    keyOf(key),
  )
  expect(keyOf(key)).toContain('lubie=oud')
  expect(keyOf(key)).toContain('lubie=wanilia')
  expect(keyOf('/znajdz-zapach?lubie=smok&jak=%00&maxPrice=darmo')).toBe('/znajdz-zapach')
})

test('/api/products: ignores case, like the search; a page repeats the typed text', () => {
  expect(keyOf('/api/products?search=ŁĄKA%20Oud')).toBe(keyOf('/api/products?search=łąka%20oud'))
  expect(keyOf('/sklep?search=Oud')).not.toBe(keyOf('/sklep?search=oud'))
  expect(keyOf('/api/products/Layali-ZAHRAN/reviews')).toBe('/api/products/layali-zahran/reviews')
})

test('/api/products: the default page size shares the entry of a list without one', () => {
  for (const size of ['50', '', 'viele', '-3', '0'])
    expect(keyOf(`/api/products?pageSize=${size}`)).toBe('/api/products')
  expect(keyOf('/api/products?pageSize=9999')).toBe(keyOf('/api/products?pageSize=1000'))
})

test('only a slug of ?produkt= counts, and only where it is read', () => {
  expect(keyOf('/sklep?produkt=ward-nahari&x=1')).toBe('/sklep?produkt=ward-nahari')
  for (const produkt of ['', '%00', 'Ward', 'a/b', 'a'.repeat(161), '../x']) {
    expect(keyOf(`/sklep?produkt=${produkt}`), produkt).toBe('/sklep')
  }
  for (const path of ['/', '/_.data', '/produkt/ward-nahari', '/regulamin', '/api/products']) {
    expect(keyOf(`${path}?produkt=ward-nahari`), path).toBe(path)
  }
})

test('only routes of the page count in ?_routes=, in one order, and only for data', () => {
  expect(keyOf('/sklep.data?_routes=shop%2Fshop')).toBe('/sklep.data?_routes=shop%2Fshop')
  expect(keyOf('/sklep.data?_routes=shop%2Fshop,root,x,root')).toBe(keyOf('/sklep.data?_routes=root,shop%2Fshop'))
  for (const routes of ['', 'x', 'home%2Fhome', '__proto__', 'admin%2Flayout']) {
    expect(keyOf(`/sklep.data?_routes=${routes}`), routes).toBe('/sklep.data')
  }
  expect(keyOf('/sklep?_routes=shop%2Fshop')).toBe('/sklep')
})

test('typed searches are cached separately from addresses that the shop links to', () => {
  const cached = (address: string) => findPublicAddress(address)?.cached
  for (const address of [
    '/',
    '/?page=3',
    '/sklep?gender=men&page=2',
    '/sklep?family=oud',
    '/api/products?pageSize=24',
    '/api/products/x',
  ]) {
    expect(cached(address), address).toBe('always')
  }
  for (const address of [
    '/sklep?search=oud',
    '/sklep.data?minPrice=3',
    '/api/products?maxPrice=20&gender=men',
    '/sklep?note=oud',
    '/znajdz-zapach?nie=oud',
    '/znajdz-zapach.data?gender=men&kiedy=zima',
  ]) {
    expect(cached(address), address).toBe('search')
  }
})

test.each([
  '/api/auth/session',
  '/api/products/',
  '/api/products/a%2Fb',
  '/api/me/orders',
  '/api/products/a/b',
  '/admin',
])('%s has no answer that is the same for everybody', (path) => expect(findPublicAddress(path)).toBeUndefined())

test.each(['/wp-login.php', '/nie-ma', '/panel-klienta/x', '/administrator', '/sklep/'])('%s is unknown', (path) =>
  expect(isUnknownPage(path)).toBe(true),
)

test.each([
  '/',
  '/healthz',
  '/readyz',
  '/produkt/nie-ma',
  '/panel-klienta',
  '/admin',
  '/admin/nie-ma',
  '/api/nie-ma',
  '/nie-ma.data',
])('%s is not answered as unknown without being rendered', (path) => expect(isUnknownPage(path)).toBe(false))
