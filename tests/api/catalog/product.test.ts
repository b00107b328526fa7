import { describe } from 'vitest'
import type { Brand, Product } from '#domain/catalog/product.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api

test.beforeAll(({ api: started }) => {
  api = started
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

  test('answers how many pieces are left only when few are', async () => {
    const left = async (stock_quantity: number | null, out_of_stock = false) => {
      await api.db
        .updateTable('products')
        .set({ stock_quantity, out_of_stock })
        .where('slug', '=', 'layali-zahran')
        .execute()
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
  test('returns approved ones with their mean, signed by first name or Klient, without other personal data', async () => {
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
      items: { rating: number; author: string; comment: string | null; confirmed: boolean }[]
      summary: { average_rating: number; total_reviews: number; confirmed_reviews: number }
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
      confirmed_reviews: reviews.items.filter(({ confirmed }) => confirmed).length,
    })
    const product = (await (await api.get(`/api/products/${id}`)).json()) as Product
    const { average_rating, total_reviews } = reviews.summary
    expect(product).toMatchObject({ average_rating, total_reviews })
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
    'is_arabic',
    'is_original',
    'name',
    'slug',
  ])
})
