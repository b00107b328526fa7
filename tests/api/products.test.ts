import { describe } from 'vitest'
import { readDemo } from '#db/demo/demo-data.ts'
import type { Brand, Product, ProductPage } from '#domain/catalog/product.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scent-families.ts'
import { FAMILY_NOTES } from '#domain/catalog/scent-notes.ts'
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
const setProduct = (
  slug: string,
  change: { active?: boolean; stock_quantity?: number | null; out_of_stock?: boolean },
) => api.db.updateTable('products').set(change).where('slug', '=', slug).execute()

describe('GET products', () => {
  test('answers 50 of 64 by default, newest first', async () => {
    const page = await list()
    expect(page).toMatchObject({ total: 64, page: 1, pageSize: 50 })
    expect(page.items).toHaveLength(50)
    const dates = page.items.map((product) => product.created_at)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  test('answers every product on exactly one page, whatever the order and page size', async () => {
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

  test('finds words in product and brand name, whatever the case and diacritics', async () => {
    const slugs = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}&sort=name-asc`)).items.map((product) => product.slug)
    expect(await slugs('żagiel')).toEqual(['czarny-zagiel'])
    expect(await slugs('ZAGIEL')).toEqual(['czarny-zagiel'])
    expect(await slugs('Żagiel czarny')).toEqual(['czarny-zagiel'])
    expect(await slugs('bawelny')).toEqual(['biel-bawelny'])
    expect(await slugs('BAWEŁNY')).toEqual(['biel-bawelny'])
    expect((await slugs('orsolay')).length).toBe(5)
    expect(await slugs('orsolay zagiel')).toEqual([])
  })

  test('takes no wildcard from a visitor', async () => {
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
  ])('answers nonsense %s as if it were not there', async (query) => {
    expect(await list(query)).toMatchObject({ total: 64, page: 1, pageSize: 50 })
  })

  test('answers a very long search with nothing, and a page beyond the end with the last', async () => {
    expect((await list(`?search=${'x'.repeat(10_000)}`)).items).toEqual([])
    const last = await list('?pageSize=24&page=99999999999999999999')
    expect(last).toMatchObject({ page: 3, total: 64 })
    expect(last.items).toHaveLength(16)
    expect(await list('?search=nothing-like-this&page=7')).toMatchObject({ page: 1, total: 0, items: [] })
    expect(await list('?pageSize=5000')).toMatchObject({ pageSize: 1000 })
  })

  test('leaves out inactive products and the products of inactive brands', async () => {
    await setProduct('layali-zahran', { active: false })
    await api.db.updateTable('brands').set({ active: false }).where('slug', '=', 'noemira').execute()
    try {
      expect((await list()).total).toBe(58)
      expect((await list('?brand=noemira')).total).toBe(0)
      expect((await api.get('/api/products/layali-zahran')).status).toBe(404)
      const brands = (await (await api.get('/api/brands')).json()) as Brand[]
      expect(brands.map((brand) => brand.slug)).not.toContain('noemira')
    } finally {
      await setProduct('layali-zahran', { active: true })
      await api.db.updateTable('brands').set({ active: true }).where('slug', '=', 'noemira').execute()
    }
  })

  test('answers the original line alone while substitutes are hidden', async () => {
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

describe('GET one product', () => {
  const find = async (idOrSlug: string) => (await (await api.get(`/api/products/${idOrSlug}`)).json()) as Product

  test('finds it by slug and by id, and leaves exact stock and provider ids out', async () => {
    const product = await find('layali-zahran')
    expect(product).toMatchObject({
      slug: 'layali-zahran',
      current_price_pln: 119,
      current_price_cents: 11900,
      brand: { slug: 'perfumy-arabskie' },
      pieces_left: null,
      notes_pyramid: { head: ['szafran', 'czarny pieprz'] },
    })
    expect(await find(product.id)).toEqual(product)
    for (const secret of ['stock_quantity', 'provider_product_id', 'price_grosze', 'updated_at']) {
      expect(product).not.toHaveProperty(secret)
    }
  })

  test('answers how many are left only when few are', async () => {
    const left = async (stock_quantity: number | null, out_of_stock = false) => {
      await setProduct('layali-zahran', { stock_quantity, out_of_stock })
      return (await find('layali-zahran')).pieces_left
    }
    expect([await left(5), await left(4), await left(null), await left(0, true), await left(9, true)]).toEqual([
      null,
      4,
      null,
      0,
      0,
    ])
    await left(14)
  })

  test.each([
    'no-such-product',
    '00000000-0000-4000-8000-000000000000',
    '%00',
    '%E0%A4%A',
    'x'.repeat(5000),
    "'--",
    '..%2f',
  ])('refuses %s with product_not_found', async (idOrSlug) => {
    for (const path of [`/api/products/${idOrSlug}`, `/api/products/${idOrSlug}/reviews`]) {
      const answer = await api.get(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ error: { code: 'product_not_found', message: 'Nie znaleziono produktu' } })
    }
  })
})

describe('GET reviews of a product', () => {
  test('answers the approved ones with their mean, by first name or Klient, without anything else about a person', async () => {
    const { id } = (await (await api.get('/api/products/layali-zahran')).json()) as Product
    const people = [
      { email: 'nameless@example.pl', first_name: null, last_name: 'Tajemnicza' },
      { email: 'whole@example.pl', first_name: 'Zdzisława Brzęczyszczykiewicz', last_name: null },
      { email: 'mail@example.pl', first_name: 'mail@example.pl', last_name: null },
      { email: 'waiting@example.pl', first_name: 'Oczekująca', last_name: null },
    ]
    const users = await api.db.insertInto('users').values(people).returning(['id', 'email']).execute()
    await api.db
      .insertInto('reviews')
      .values(
        users.map((user) => ({
          product_id: id,
          user_id: user.id,
          rating: 1,
          comment: `from ${user.id}`,
          approved: !user.email.startsWith('waiting'),
        })),
      )
      .execute()

    const answer = await api.get('/api/products/layali-zahran/reviews')
    const text = await answer.text()
    const reviews = JSON.parse(text) as {
      items: { rating: number; author: string; comment: string | null }[]
      summary: { average_rating: number; total_reviews: number }
    }
    const authorOf = (email: string) => {
      const user = users.find((known) => known.email === email)
      return reviews.items.find((review) => review.comment === `from ${user?.id}`)?.author
    }
    expect(authorOf('nameless@example.pl')).toBe('Klient')
    expect(authorOf('whole@example.pl')).toBe('Zdzisława')
    expect(authorOf('mail@example.pl')).toBe('Klient')
    expect(authorOf('waiting@example.pl')).toBeUndefined()
    expect(text).not.toMatch(/@|Tajemnicza|Brzęczyszczykiewicz|Oczekująca|user_id/)

    const mean = reviews.items.reduce((sum, review) => sum + review.rating, 0) / reviews.items.length
    expect(reviews.summary).toEqual({
      average_rating: Math.round(mean * 10) / 10,
      total_reviews: reviews.items.length,
    })
    const product = (await (await api.get(`/api/products/${id}`)).json()) as Product
    expect(product).toMatchObject(reviews.summary)
  })
})

test('GET brands: answers them in the order of the Polish alphabet, without what only the admin needs', async () => {
  const brands = (await (await api.get('/api/brands')).json()) as Brand[]
  expect(brands).toHaveLength(10)
  expect(brands.map((brand) => brand.name)).toEqual(
    brands.map((brand) => brand.name).toSorted(new Intl.Collator('pl').compare),
  )
  expect(Object.keys(brands[0] ?? {}).toSorted()).toEqual([
    'active',
    'description',
    'id',
    'is_original',
    'name',
    'slug',
  ])
})
