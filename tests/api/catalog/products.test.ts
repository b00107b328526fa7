import { describe } from 'vitest'
import { readDemo } from '#db/demo/demo-data.ts'
import type { Brand, ProductPage } from '#domain/catalog/product.ts'
import { productPageSchema } from '#domain/catalog/product-schema.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { FAMILY_NOTES } from '#domain/catalog/scents/scent-notes.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api

test.beforeAll(({ api: started }) => {
  api = started
})

async function list(query = ''): Promise<ProductPage> {
  const answer = await api.get(`/api/products${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as ProductPage
}

const namesOf = (page: ProductPage) => page.items.map((product) => product.name)
const setActive = (slug: string, active: boolean) =>
  api.db.updateTable('products').set({ active }).where('slug', '=', slug).execute()

describe('GET products', () => {
  test('returns 50 of 64 by default, newest first', async () => {
    const page = await list()
    expect(page).toMatchObject({ total: 64, page: 1, pageSize: 50 })
    expect(page.items).toHaveLength(50)
    const dates = page.items.map((product) => product.created_at)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  test('returns every product on exactly one page in every order', async () => {
    for (const sort of ['newest', 'price-asc', 'price-desc', 'name-asc', 'name-desc']) {
      const pages = await Promise.all([1, 2, 3].map((page) => list(`?sort=${sort}&pageSize=24&page=${page}`)))
      const ids = pages.flatMap((page) => page.items.map((product) => product.id))
      expect(new Set(ids).size).toBe(64)
      expect(pages.map((page) => page.items.length)).toEqual([24, 24, 16])
    }
  })

  test('sorts by price and by the Polish alphabet', async () => {
    const prices = (await list('?sort=price-asc&pageSize=1000')).items.map((product) => product.current_price_cents)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    const names = namesOf(await list('?sort=name-asc&pageSize=1000'))
    expect(names).toEqual(names.toSorted(new Intl.Collator('pl').compare))
    expect(namesOf(await list('?sort=name-desc&pageSize=1000'))).toEqual(names.toReversed())
  })

  test('filters by gender, brand, price and category', async () => {
    expect((await list('?gender=men&pageSize=1000')).items.every((product) => product.gender === 'men')).toBe(true)
    expect((await list('?gender=men')).total).toBe(20)
    const [orsolay] = (await list('?brand=orsolay')).items
    expect((await list('?brand=orsolay')).total).toBe(5)
    expect((await list(`?brand=${orsolay?.brand_id}`)).total).toBe(5)
    expect((await list(`?brand=${orsolay?.brand_id.toUpperCase()}`)).total).toBe(5)
    expect((await list('?brand=no-such-brand')).total).toBe(0)
    expect((await list('?category=arabic')).total).toBe(22)
    expect((await list('?category=substitutes')).total).toBe(42)
    const priced = (await list('?minPrice=50&maxPrice=60,50&pageSize=1000')).items
    expect(priced.length).toBeGreaterThan(0)
    expect(priced.every(({ current_price_pln: zl }) => zl >= 50 && zl <= 60.5)).toBe(true)
  })

  test('filters by scent family and by a single note', async () => {
    const { products } = readDemo()
    const having = (fits: (note: string) => boolean) =>
      products.filter(({ notes }) => notes.some(fits)).map(({ slug }) => slug)
    const slugs = async (query: string) => (await list(`?${query}&pageSize=1000`)).items.map(({ slug }) => slug)
    for (const { slug } of SCENT_FAMILIES) {
      const wanted = having((note) => FAMILY_NOTES[slug].includes(note))
      expect((await slugs(`family=${slug}`)).toSorted(), slug).toEqual(wanted.toSorted())
    }
    expect((await slugs('note=wanilia')).toSorted()).toEqual(having((note) => note === 'wanilia').toSorted())
    expect(await slugs('note=Róża%20DAMASCEŃSKA')).toEqual(await slugs('note=roza-damascenska'))
    const ofBoth = (await slugs('family=skora&note=oud&gender=men&sort=name-asc')).toSorted()
    const expected = products.filter(
      ({ gender, notes }) =>
        gender === 'men' && notes.includes('oud') && notes.some((note) => FAMILY_NOTES.skora.includes(note)),
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(ofBoth).toEqual(expected.map(({ slug }) => slug).toSorted())
    expect((await list('?family=oud&search=zahran&maxPrice=200')).items.map(({ slug }) => slug)).toEqual([
      'layali-zahran',
    ])
    expect((await list('?family=oud&search=biel')).total).toBe(0)
    expect((await list('?note=proch-strzelniczy')).total).toBe(0)
    expect((await list('?family=nic&note=%00')).total).toBe(64)
  })

  test('finds words of name, brand and notes, whatever the case and diacritics', async () => {
    const slugs = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}&sort=name-asc`)).items.map((product) => product.slug)
    expect(await slugs('żagiel')).toEqual(['czarny-zagiel'])
    expect(await slugs('ZAGIEL')).toEqual(['czarny-zagiel'])
    expect(await slugs('Żagiel czarny')).toEqual(['czarny-zagiel'])
    expect(await slugs('bawelny')).toEqual(['biel-bawelny', 'misk-fajri'])
    expect(await slugs('BAWEŁNY')).toEqual(['biel-bawelny', 'misk-fajri'])
    expect((await slugs('orsolay')).length).toBe(5)
    expect(await slugs('orsolay zagiel')).toEqual([])
  })

  test('finds products despite a wrong letter, and says for which word', async () => {
    const page = await list('?search=bakur%20mirza')
    expect(productPageSchema.parse(page)).toMatchObject({ corrected: 'Bakhur mirza', total: 1 })
    expect(namesOf(page)).toEqual(['Bakhur Mirzan'])
    expect(await list('?search=bakhur')).not.toHaveProperty('corrected')
  })

  test('treats wildcards in a search as plain text', async () => {
    for (const search of ['%', '_', '\\', '％', "'; drop table products"]) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).total).toBe(0)
    }
  })

  test.each([
    '?page=-1&gender=cats&sort=;&minPrice=NaN&maxPrice=1e999&pageSize=0',
    '?search=%00&brand=%00',
    '?search=%ED%A0%80&page=%FF',
    '?page=1e999&pageSize=-5&category=perfumes',
    '?gender=cats&gender=men&page=abc&page[]=2',
  ])('ignores the invalid filter %s', async (query) => {
    expect(await list(query)).toMatchObject({ total: 64, page: 1, pageSize: 50 })
  })

  test('finds nothing by a very long search, and shows the last page for a page beyond the end', async () => {
    expect((await list(`?search=${'x'.repeat(10_000)}`)).items).toEqual([])
    const last = await list('?pageSize=24&page=99999999999999999999')
    expect(last).toMatchObject({ page: 3, total: 64 })
    expect(last.items).toHaveLength(16)
    expect(await list('?search=nothing-like-this&page=7')).toMatchObject({ page: 1, total: 0, items: [] })
    expect(await list('?pageSize=5000')).toMatchObject({ pageSize: 1000 })
  })

  test('leaves out inactive products and the products of inactive brands', async () => {
    await setActive('layali-zahran', false)
    await api.db.updateTable('brands').set({ active: false }).where('slug', '=', 'noemira').execute()
    try {
      expect((await list()).total).toBe(58)
      expect((await list('?brand=noemira')).total).toBe(0)
      expect((await api.get('/api/products/layali-zahran')).status).toBe(404)
      const brands = (await (await api.get('/api/brands')).json()) as Brand[]
      expect(brands.map((brand) => brand.slug)).not.toContain('noemira')
    } finally {
      await setActive('layali-zahran', true)
      await api.db.updateTable('brands').set({ active: true }).where('slug', '=', 'noemira').execute()
    }
  })

  test('returns only the original line while substitutes are hidden', async () => {
    await api.db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
    try {
      for (const query of ['', '?brand=orsolay', '?category=substitutes']) {
        const page = await list(`${query || '?'}&pageSize=1000`)
        expect(page.total).toBe(22)
        expect(page.items.every((product) => product.brand.name === 'Perfumy Arabskie')).toBe(true)
      }
      expect((await api.get('/api/products/czarny-zagiel')).status).toBe(404)
      expect((await api.get('/api/products/czarny-zagiel/reviews')).status).toBe(404)
      expect(await (await api.get('/api/brands')).json()).toMatchObject([{ slug: 'perfumy-arabskie' }])
    } finally {
      await api.db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
    }
  })
})
