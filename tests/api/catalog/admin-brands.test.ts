import type { AdminBrand } from '#domain/catalog/admin/admin-brand.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: string
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const send = (method: string, path: string, body?: object) =>
  api.call(`/api/admin/brands${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Origin: api.base, Cookie: admin },
  })
const add = (name: string, description = '') => send('POST', '', { name, description })
const update = ({ id, version }: AdminBrand, name: string, description = '') =>
  send('PATCH', `/${id}`, { name, description, version })
const remove = ({ id, version }: AdminBrand) => send('DELETE', `/${id}`, { version })

type List = { items: AdminBrand[]; total: number; page: number; pageSize: number }
const list = async (query = ''): Promise<List> =>
  (await api.get(`/api/admin/brands${query}`, { Cookie: admin })).json() as Promise<List>

async function stored(answer: Response): Promise<AdminBrand> {
  expect(answer.status).toBe(200)
  return answer.json() as Promise<AdminBrand>
}

type Refusal = { code: string; message: string; fields?: Record<string, string> }
async function refusal(answer: Response) {
  const { error } = (await answer.json()) as { error: Refusal }
  return { status: answer.status, ...error }
}

test('brands are listed with slug, description and products, the original line first, and found by any spelling', async () => {
  const { items, total, pageSize } = await list()
  const names = items.map(({ name }) => name)
  expect([names[0], items[0]?.is_original, pageSize]).toEqual(['Perfumy Arabskie', true, 100])
  expect(names.slice(1)).toEqual(names.slice(1).toSorted(new Intl.Collator('pl').compare))
  expect(total).toBe(items.length)
  const products = await api.db.selectFrom('products').select('id').where('active', '=', true).execute()
  expect(items.reduce((sum, brand) => sum + brand.products, 0)).toBe(products.length)
  await stored(await add('Łąka Świętokrzyska'))
  expect((await list('?search=LAKA SWIETO')).items).toMatchObject([{ name: 'Łąka Świętokrzyska' }])
})

test('a slug comes from the name, and gets a number if a brand has or had it, even a deleted one', async () => {
  const first = await stored(await add('  Róża   & Dąb  ', 'Kwiaty\n i drewno'))
  expect(first).toMatchObject({ name: 'Róża & Dąb', slug: 'roza-dab', description: 'Kwiaty i drewno', products: 0 })
  expect((await remove(first)).status).toBe(200)
  expect((await list('?search=roza')).total).toBe(0)
  // The name of a deleted brand can be used again, its slug cannot.
  const second = await stored(await add('Róża & Dąb'))
  expect(second.slug).toBe('roza-dab-2')
  const renamed = await stored(await update(second, 'Jesion'))
  expect(renamed.slug).toBe('jesion')
  expect((await stored(await add('Róża Dąb'))).slug).toBe('roza-dab-3')
  // A brand can take back its own former slug.
  expect((await stored(await update(renamed, 'Róża & Dąb'))).slug).toBe('roza-dab-2')
  expect((await stored(await add('香水'))).slug).toBe('marka')
})

test('every refused field of the form has its own sentence', async () => {
  const wrong = async (name: string, description = '') => (await refusal(await add(name, description))).fields
  expect(await wrong('  ')).toEqual({ name: 'Nazwa marki jest wymagana' })
  expect(await wrong(' a ')).toEqual({ name: 'Nazwa musi mieć minimum 2 znaki' })
  expect(await wrong('😀')).toEqual({ name: 'Nazwa musi mieć minimum 2 znaki' })
  expect(await wrong('a'.repeat(51))).toEqual({ name: 'Nazwa nie może przekroczyć 50 znaków' })
  expect(await wrong('Dobra', 'a'.repeat(201))).toEqual({ description: 'Opis nie może przekroczyć 200 znaków' })
  expect(await wrong('Od\u202Ewrotna')).toEqual({ name: 'Usuń niedozwolone znaki' })
  const unknown = await refusal(await send('POST', '', { name: 'Dobra', description: '', is_arabic: true }))
  expect(unknown).toMatchObject({ status: 400, fields: { is_arabic: 'Nieznane pole' } })
  await stored(await add('a'.repeat(50), 'a'.repeat(200)))
})

test('a name counts as taken in any case and spacing, with Polish letters too, but not for its own brand', async () => {
  const taken = { status: 409, code: 'brand_name_taken', fields: { name: 'Marka o tej nazwie już istnieje' } }
  const brand = await stored(await add('Żółta Łódź'))
  expect(await refusal(await add(' ŻÓŁTA  łódź '))).toMatchObject(taken)
  expect(await refusal(await update(await stored(await add('Inna')), 'żółta łódź'))).toMatchObject(taken)
  const again = await stored(await update(brand, 'ŻÓŁTA ŁÓDŹ', 'opis'))
  expect(again).toMatchObject({ name: 'ŻÓŁTA ŁÓDŹ', slug: 'zolta-lodz', description: 'opis' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => add('Naraz')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
})

test('a brand changed in another window is not overwritten, and a deleted one is not changed', async () => {
  const brand = await stored(await add('Dwa Okna'))
  const changed = await stored(await update(brand, 'Trzy Okna'))
  expect(await refusal(await update(brand, 'Cztery Okna'))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await refusal(await remove(brand))).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect((await remove(changed)).status).toBe(200)
  for (const answer of [
    await remove(changed),
    await update(changed, 'Pięć Okien'),
    await send('DELETE', '/x', { version: '1' }),
  ]) {
    expect(await refusal(answer)).toMatchObject({ status: 404, code: 'brand_not_found' })
  }
})

test('a brand with an active product cannot be deleted, nor the original line, which may be renamed', async () => {
  const [original, withProducts] = (await list()).items.filter(({ products }) => products > 0)
  if (!original || !withProducts) throw new Error('the demo has products of two brands')
  expect(await refusal(await remove(withProducts))).toMatchObject({
    status: 409,
    code: 'brand_has_products',
    message: 'Nie można usunąć marki, która ma przypisane produkty',
  })
  expect(await refusal(await remove(original))).toMatchObject({ status: 409, code: 'brand_is_original' })
  const renamed = await stored(await update(original, 'Zapachy Orientu'))
  expect(renamed).toMatchObject({ is_original: true, slug: 'zapachy-orientu', products: original.products })
  await api.db.updateTable('products').set({ active: false }).where('brand_id', '=', withProducts.id).execute()
  expect((await remove(withProducts)).status).toBe(200)
})

test('a brand marked as an original line is no substitute: badge, filters, picker and hiding follow the mark', async () => {
  const { items } = await list()
  const arabic = items.find(({ is_arabic }) => is_arabic)
  const brand = items.find(({ products, is_original }) => products > 0 && !is_original)
  if (!arabic || !brand) throw new Error('the demo has substitutes')
  const total = async (query: string) =>
    ((await (await api.get(`/api/products?${query}`)).json()) as { total: number }).total
  const mark = async ({ id }: { id: string }, is_original: boolean) => {
    const now = (await list()).items.find((each) => each.id === id)
    return send('PATCH', `/${id}`, { name: now?.name, description: '', is_original, version: now?.version })
  }
  const [substitutes, arabicOnes] = [await total('category=substitutes'), await total('category=arabic')]
  const scents = await total(`brand=${brand.slug}`)
  expect(await stored(await mark(brand, true))).toMatchObject({ is_original: true, is_arabic: false })
  expect(await total('category=substitutes')).toBe(substitutes - scents)
  expect(await total('category=arabic'), 'a mark makes nothing Arabic').toBe(arabicOnes)
  const shown = (await (await api.get(`/api/products?brand=${brand.slug}`)).json()) as {
    items: { brand: { is_original: boolean } }[]
  }
  expect(shown.items[0]?.brand.is_original).toBe(true)

  await api.db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
  expect(await total('')).toBe(arabicOnes + scents)
  expect(await total(`brand=${brand.slug}`)).toBe(scents)
  expect(await total('brand=nie-ma-takiej')).toBe(arabicOnes + scents)
  const names = ((await (await api.get('/api/brands')).json()) as { name: string }[]).map(({ name }) => name)
  expect(names.toSorted()).toEqual([arabic.name, brand.name].toSorted())
  await stored(await mark(brand, false))
  expect(await total('')).toBe(arabicOnes)
  await api.db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
  expect(await refusal(await mark(arabic, false))).toMatchObject({ status: 409, code: 'brand_is_original' })
})

test('links with a brand’s former slug still lead to the brand', async () => {
  const brand = (await list()).items.find(({ products, is_original }) => products > 0 && !is_original)
  if (!brand) throw new Error('the demo has substitutes')
  const find = async (slug: string) =>
    ((await (await api.get(`/api/products?brand=${slug}`)).json()) as { total: number }).total
  const scents = await find(brand.slug)
  expect(scents).toBeGreaterThan(0)
  const renamed = await stored(await update(brand, 'Całkiem Inaczej'))
  await stored(await update(renamed, 'Jeszcze Inaczej'))
  for (const slug of [brand.slug, 'calkiem-inaczej', 'jeszcze-inaczej']) expect(await find(slug)).toBe(scents)
})

test('every change is in the log of changes', async () => {
  const brand = await stored(await add('Zapisana'))
  await remove(await stored(await update(brand, 'Przepisana')))
  const events = await api.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('subject_id', '=', brand.id)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { action: 'brand.created', details: { name: 'Zapisana' } },
    {
      action: 'brand.updated',
      details: { before: { name: 'Zapisana' }, after: { name: 'Przepisana', slug: 'przepisana' } },
    },
    { action: 'brand.deleted', details: { name: 'Przepisana' } },
  ])
})
