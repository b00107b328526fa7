import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { findPublicAddress, isUnknownPage, PUBLIC_PAGES } from '#infra/http/public-addresses.ts'

type Page = { address: string; isPublic: boolean }

/** The pages of the admin: none is public. */
const ADMIN_PAGES = listPages(routes).filter((path) => /^\/admin(\/|$)/.test(path))

/**
 * Every page of the route table: one of its addresses, and whether it is public, so that its bytes are cached for
 * everyone.
 */
const PAGES: Record<string, Page> = {
  ...Object.fromEntries(
    ADMIN_PAGES.map((path) => [path, { address: path.replace(':id', 'nie-ma'), isPublic: false } satisfies Page]),
  ),
  '/': { address: '/', isPublic: true },
  '/sklep': { address: '/sklep', isPublic: true },
  '/znajdz-zapach': { address: '/znajdz-zapach', isPublic: true },
  '/produkt/:slug': { address: '/produkt/layali-zahran', isPublic: true },
  '/regulamin': { address: '/regulamin', isPublic: true },
  '/regulamin/:version': { address: '/regulamin/2026-01-01', isPublic: true },
  '/polityka-prywatnosci': { address: '/polityka-prywatnosci', isPublic: true },
  '/odstapienie': { address: '/odstapienie', isPublic: true },
  '/reklamacja': { address: '/reklamacja', isPublic: true },
  '/kontakt': { address: '/kontakt', isPublic: false },
  '/gwarancja-prawna': { address: '/gwarancja-prawna', isPublic: true },
  '/dostepnosc': { address: '/dostepnosc', isPublic: true },
  '/robots.txt': { address: '/robots.txt', isPublic: true },
  '/sitemap.xml': { address: '/sitemap.xml', isPublic: true },
  '/llms.txt': { address: '/llms.txt', isPublic: true },
  '/feed/google.xml': { address: '/feed/google.xml', isPublic: true },
  '/feed/ceneo.xml': { address: '/feed/ceneo.xml', isPublic: true },
  '/feed/products.tsv': { address: '/feed/products.tsv', isPublic: true },
  '/poradnik': { address: '/poradnik', isPublic: true },
  '/poradnik/:slug': { address: '/poradnik/jak-dobrac-perfumy', isPublic: true },
  '/panel-klienta': { address: '/panel-klienta', isPublic: false },
  '/payment-success': { address: '/payment-success', isPublic: false },
  '/payment-cancel': { address: '/payment-cancel', isPublic: false },
  '/zamowienie': { address: '/zamowienie', isPublic: false },
  '/nowe-haslo': { address: '/nowe-haslo', isPublic: false },
  '/logowanie': { address: '/logowanie', isPublic: false },
  '/logowanie/google': { address: '/logowanie/google', isPublic: false },
  '/potwierdz-email': { address: '/potwierdz-email', isPublic: false },
  '/zamowienie-dla-ciebie': { address: '/zamowienie-dla-ciebie', isPublic: false },
  '/potwierdz-zamowienie': { address: '/potwierdz-zamowienie', isPublic: false },
  '/newsletter': { address: '/newsletter', isPublic: false },
  '/newsletter/wypisz/:token': { address: '/newsletter/wypisz/abc', isPublic: false },
  '/powiadom/:slug': { address: '/powiadom/layali-zahran', isPublic: false },
  '/ocena/:slug': { address: '/ocena/layali-zahran', isPublic: false },
  '/*': { address: '/nie-ma-takiej', isPublic: false },
}

function listPages(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const address = path === undefined ? parent : `${parent}/${path}`
    return children === undefined ? [address || '/'] : listPages(children, address)
  })
}

/** The file of each page of the route table. */
function listFiles(entries: RouteConfigEntry[], parent = ''): Map<string, string> {
  return new Map(
    entries.flatMap(({ path, file, children }) => {
      const address = path === undefined ? parent : `${parent}/${path}`
      return children === undefined ? [[address || '/', file] as const] : [...listFiles(children, address)]
    }),
  )
}

test('every page of the route table is listed as public or private', () => {
  expect(listPages(routes).toSorted()).toEqual(Object.keys(PAGES).toSorted())
})

test('only the page for unknown addresses is treated as unknown', () => {
  for (const [path, { address }] of Object.entries(PAGES)) expect(isUnknownPage(address), path).toBe(path === '/*')
})

test('a public page is recognised by its route', () => {
  const files = listFiles(routes)
  for (const [path, route] of Object.entries(PUBLIC_PAGES))
    expect(files.get(path)?.replace(/\.tsx?$/, ''), path).toBe(route)
})

test.for(Object.values(PAGES))('$address: public pages and their data are cached, private ones never', (page) => {
  const data = page.address === '/' ? '/_.data' : `${page.address}.data`
  for (const address of [page.address, data]) {
    expect(findPublicAddress(address)?.key, address).toBe(page.isPublic ? address : undefined)
    expect(findPublicAddress(`${address}?utm_source=x`)?.key, address).toBe(page.isPublic ? address : undefined)
  }
})
