import type { Suggestions } from '#domain/catalog/lists/suggestions.ts'
import { similarProductsSchema, suggestionsSchema } from '#domain/catalog/product-schema.ts'
import { measureMetres, type NearbyLocker } from '#domain/shipping/parcel-locker.ts'
import { expect, test } from '#tests/support/fixtures.ts'

async function read<Body>(answer: Response): Promise<Body> {
  expect(answer.status).toBe(200)
  return (await answer.json()) as Body
}

test('GET suggestions: products, brands and notes by prefix, ignoring case and diacritics', async ({ api }) => {
  const suggest = async (search: string) =>
    read<Suggestions>(await api.get(`/api/suggestions?${new URLSearchParams({ search })}`))
  const found = await suggest('SZAF')
  expect(suggestionsSchema.strict().safeParse(found).error?.issues ?? []).toEqual([])
  expect(found.notes.map(({ name }) => name)).toContain('szafran')
  expect((await suggest('róz')).notes.map(({ slug }) => slug)).toEqual(
    (await suggest('ROZ')).notes.map(({ slug }) => slug),
  )
  expect((await suggest('orsolay')).brands).toEqual([{ name: 'Orsolay', slug: 'orsolay' }])
  const layali = await suggest('layali zah')
  expect(layali.products.map(({ slug }) => slug)).toEqual(['layali-zahran'])
  expect(layali.total).toBe(1)
  const many = await suggest('a ')
  expect(many).toEqual({ products: [], total: 0, brands: [], notes: [] })
  expect((await suggest('ar')).products.length).toBeLessThanOrEqual(5)
  expect(await suggest('qqqq')).toEqual({ products: [], total: 0, brands: [], notes: [], ignored: ['qqqq'] })
})

test('GET suggestions: hidden substitutes hide their brands and notes, too', async ({ newApi }) => {
  const api = await newApi()
  const notesOf = async (isOriginal: boolean) => {
    const rows = await api.db
      .selectFrom('products')
      .innerJoin('brands', 'brands.id', 'products.brand_id')
      .select('notes')
      .where('is_original', '=', isOriginal)
      .execute()
    return new Set(rows.flatMap(({ notes }) => notes))
  }
  const [original, others] = [await notesOf(true), await notesOf(false)]
  const name = [...others].find((note) => !original.has(note) && note.length > 4) ?? ''
  const suggested = async () =>
    (await read<Suggestions>(await api.get(`/api/suggestions?${new URLSearchParams({ search: name })}`))).notes
  expect((await suggested()).map((note) => note.name)).toContain(name)
  await api.db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
  expect((await suggested()).map((note) => note.name)).not.toContain(name)
})

test('GET similar products: those in stock that share most notes, with the shared notes', async ({ newApi }) => {
  const api = await newApi()
  const similar = async () => {
    const answer = await read<{ items: { product: { slug: string }; shared_notes: string[] }[] }>(
      await api.get('/api/products/layali-zahran/similar'),
    )
    expect(similarProductsSchema.safeParse(answer).error?.issues ?? []).toEqual([])
    return answer.items.map(({ product: { slug }, shared_notes }) => [slug, shared_notes] as const)
  }
  const own = await api.db
    .selectFrom('products')
    .select(['id', 'notes', 'gender'])
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const products = await api.db
    .selectFrom('products')
    .select(['slug', 'notes', 'gender', 'out_of_stock'])
    .where('id', '!=', own.id)
    .where('active', '=', true)
    .execute()
  const genders = own.gender === 'unisex' ? ['unisex', 'women', 'men'] : [own.gender, 'unisex']
  const counts = products
    .filter(({ gender, out_of_stock }) => genders.includes(gender) && !out_of_stock)
    .map(({ notes }) => notes.filter((note) => own.notes.includes(note)).length)
    .sort((a, b) => b - a)
  const found = await similar()
  expect(found.map(([, notes]) => notes.length)).toEqual(counts.slice(0, 4))
  for (const [slug, notes] of found) {
    const other = products.find((product) => product.slug === slug)
    expect(notes).toEqual(own.notes.filter((note) => other?.notes.includes(note)))
  }
  const [[first = ''] = []] = found
  await api.db.updateTable('products').set({ out_of_stock: true }).where('slug', '=', first).execute()
  expect((await similar()).map(([slug]) => slug)).not.toContain(first)
  const twin = { notes: own.notes.map((note) => note.toLocaleUpperCase('pl')), out_of_stock: false }
  await api.db
    .updateTable('products')
    .set({ ...twin, gender: own.gender })
    .where('slug', '=', first)
    .execute()
  expect((await similar())[0]).toEqual([first, own.notes])
  expect((await api.get('/api/products/nie-ma-takiego/similar')).status).toBe(404)
})

test('POST get-nearby-lockers: lists working lockers around a place, nearest first, none at sea', async ({ api }) => {
  const place = { latitude: 52.2297, longitude: 21.0122 }
  const lockers = await read<NearbyLocker[]>(await api.post('/api/get-nearby-lockers', place))
  expect(lockers.length).toBeGreaterThan(3)
  expect(new Set(lockers.map(({ city }) => city))).toContain('Warszawa')
  expect(new Set(lockers.map(({ status }) => status))).toEqual(new Set(['active']))
  const metres = lockers.map((locker) => measureMetres(place, locker))
  for (const [index, distance] of metres.entries()) {
    // The directory only receives the rounded place.
    expect(distance).toBeGreaterThan((metres[index - 1] ?? 0) - 250)
    expect(distance).toBeLessThan(31_000)
  }
  expect(await read(await api.post('/api/get-nearby-lockers', { latitude: 0, longitude: 0 }))).toEqual([])
  expect((await api.post('/api/get-nearby-lockers', { latitude: 91, longitude: 0 })).status).toBe(400)
  expect((await api.post('/api/get-nearby-lockers', { latitude: '52', longitude: 21 })).status).toBe(400)
})
