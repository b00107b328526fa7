import { describe } from 'vitest'
import { expect, test } from '#tests/support/fixtures.ts'
import { readPage } from '#tests/support/page-head.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop
const read = (path: string) => readPage(shop, path)

test.beforeAll(({ shop: started }) => {
  shop = started
})

const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc.replaceAll('&amp;', '&').replace(shop.url, ''))

describe('the map of the shop', () => {
  test('robots.txt excludes private pages and names the sitemap', async () => {
    const { status, headers, text } = await ask(shop.url, '/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/admin\n/)
    expect(text).toContain('\nDisallow: /panel-klienta\n')
    expect(text).not.toMatch(/Disallow: \/(sklep|produkt)?\n/)
    expect(text).toContain(`\nSitemap: ${shop.url}/sitemap.xml\n`)
  })

  test('sitemap.xml names every indexed list and product by its canonical address', async () => {
    const { status, headers, text } = await ask(shop.url, '/sitemap.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org/)
    const listed = addresses(text)
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toEqual(expect.arrayContaining(['/', '/sklep', '/regulamin', '/polityka-prywatnosci']))
    expect(listed.filter((path) => path.startsWith('/produkt/'))).toHaveLength(79)
    expect(listed.filter((path) => path.includes('brand='))).toHaveLength(10)
    const looked = [...listed.filter((path) => !path.startsWith('/produkt/')), '/produkt/layali-zahran']
    for (const path of looked) {
      const page = await read(path)
      expect([page.status, page.robots, page.canonical], path).toEqual([200, undefined, `${shop.url}${path}`])
    }
  })

  test('the sitemap lists no unsold product, and with substitutes hidden no duplicate list', async () => {
    const { db } = shop.database
    await db.updateTable('products').set({ active: false }).where('slug', '=', 'anbar-sahili').execute()
    await expect
      .poll(async () => addresses((await ask(shop.url, '/sitemap.xml')).text))
      .not.toContain('/produkt/anbar-sahili')
    await db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
    await expect
      .poll(async () =>
        addresses((await ask(shop.url, '/sitemap.xml')).text).filter((path) => /brand=|category=/.test(path)),
      )
      .toEqual([])
    await db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
    await db.updateTable('products').set({ active: true }).where('slug', '=', 'anbar-sahili').execute()
  })
})

test('the privacy policy names the Google features that are on: here signing in, not measuring', async () => {
  const { text } = await ask(shop.url, '/polityka-prywatnosci')
  expect(text).toContain('tylko gdy ktoś wybierze logowanie przez Google')
  expect(text).not.toContain('wyłącznie za zgodą: adresy odwiedzonych stron')
})

describe('the head of a page', () => {
  test.for([
    ['/sklep', 'Sklep | Perfumeria'],
    ['/sklep?page=2', 'Sklep, strona 2 | Perfumeria'],
    ['/sklep?gender=women', 'Perfumy damskie | Perfumeria'],
    ['/sklep?category=arabic', 'Perfumy arabskie | Perfumeria'],
    ['/sklep?brand=orsolay', 'Orsolay | Perfumeria'],
    ['/', 'Perfumeria | Zmieniasz cenę, nie jakość.'],
    ['/regulamin', 'Regulamin sklepu internetowego Perfumeria'],
  ] as const)('%s has its own title', async ([path, title]) => {
    const page = await read(path)
    expect([page.title, page.robots, page.canonical]).toEqual([title, undefined, `${shop.url}${path}`])
    expect(page.content('og:title')).toBe(title)
    expect(page.content('og:url')).toBe(`${shop.url}${path}`)
    expect(page.content('og:image')).toBe(`${shop.url}/hero/og.jpg`)
    expect(page.content('description')?.length).toBeGreaterThan(40)
    expect(page.content('og:description')).toBe(page.content('description'))
  })

  test.for([
    '/sklep?search=oud',
    '/sklep?gender=women&brand=orsolay',
    '/sklep?gender=women&category=arabic',
    '/sklep?minPrice=20',
    '/sklep?sort=price-asc',
    '/sklep?brand=nie-ma-takiej',
  ])('%s has noindex and no canonical address', async (path) => {
    const page = await read(path)
    expect([page.robots, page.canonical]).toEqual(['noindex, follow', undefined])
    expect(page.typed('BreadcrumbList')).toBeUndefined()
  })
})

test('addresses of a renamed product and brand redirect permanently to the present ones', async () => {
  const { db } = shop.database
  await db.updateTable('products').set({ slug: 'qamar-nowy' }).where('slug', '=', 'qamar-al-wadi').execute()
  await db.updateTable('brands').set({ slug: 'orsolay-nowy' }).where('slug', '=', 'orsolay').execute()
  for (const [former, present] of [
    ['/produkt/qamar-al-wadi', '/produkt/qamar-nowy'],
    ['/sklep?gender=women&brand=orsolay', '/sklep?gender=women&brand=orsolay-nowy'],
  ] as const) {
    await expect
      .poll(async () => {
        const { status, headers } = await ask(shop.url, former)
        return [status, headers.location]
      })
      .toEqual([301, present])
    expect((await ask(shop.url, present)).status).toBe(200)
  }
})
