import { randomUUID } from 'node:crypto'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: Record<string, string>
let brandId: string
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const brand = await api.db.selectFrom('brands').select('id').where('is_original', '=', true).executeTakeFirstOrThrow()
  brandId = brand.id
})

type Refused = { code: string; message: string; fields?: Record<string, string> }
type Answer = { status: number; error?: Refused; code?: string; body: AdminProduct }

async function send(method: string, path: string, body?: object, headers: object = {}): Promise<Answer> {
  const answer = await api.call(`/api/admin/products${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), Origin: api.base, ...admin, ...headers },
  })
  const { error, ...rest } = (await answer.json()) as AdminProduct & { error?: Refused }
  return { status: answer.status, error, code: error?.code, body: rest as AdminProduct }
}
const add = (more: object = {}, headers: object = {}) =>
  send('POST', '', { name: `Zapach ${randomUUID().slice(0, 8)}`, brand_id: brandId, price: 49.9, ...more }, headers)
const edit = (id: string, changes: object) => send('PATCH', `/${id}`, changes)
const find = async (id: string) => (await send('GET', `/${id}`)).body
async function added(more: object = {}): Promise<AdminProduct> {
  const { status, body } = await add(more)
  expect(status).toBe(200)
  return find(body.id)
}
const pricesOf = (id: string) =>
  api.db
    .selectFrom('product_prices')
    .select(['price_grosze', 'valid_to'])
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()
const logged = (id: string) =>
  api.db.selectFrom('audit_events').select(['action', 'details']).where('subject_id', '=', id).orderBy('id').execute()
const atProvider = (id: string) =>
  api.db.selectFrom('provider_products').selectAll().where('product_id', '=', id).executeTakeFirst()

test('a new product needs name, brand and price; everything else has a default', async () => {
  const product = await added({ name: '  Róża   i Łąka ', price: '119,90' })
  expect(product).toMatchObject({
    name: 'Róża i Łąka',
    slug: 'roza-i-laka',
    gender: 'unisex',
    current_price_cents: 11_990,
    description: '',
    notes: [],
    notes_pyramid: null,
    stock_quantity: null,
    out_of_stock: false,
    volume_ml: null,
    image_key: null,
  })
  expect(await logged(product.id)).toEqual([
    { action: 'product.created', details: { name: 'Róża i Łąka', price_grosze: 11_990 } },
  ])
  expect((await api.get('/api/products/roza-i-laka')).status).toBe(200)
})

const TOO_LONG = 'a'.repeat(101)
test.each([
  ['name', '', 'Nazwa produktu jest wymagana'],
  ['name', '   ', 'Nazwa produktu jest wymagana'],
  ['name', 'ab', 'Nazwa musi mieć minimum 3 znaki'],
  ['name', '👑👑', 'Nazwa musi mieć minimum 3 znaki'],
  ['name', TOO_LONG, 'Nazwa nie może przekroczyć 100 znaków'],
  ['name', 'ab\u0000c', 'Usuń niedozwolone znaki'],
  ['brand_id', '', 'Wybierz markę'],
  ['price', '', 'Cena jest wymagana'],
  ['price', '0', 'Cena musi być większa od 0'],
  ['price', '-5', 'Cena musi być większa od 0'],
  ['price', 'dużo', 'Wpisz cenę, np. 59,90'],
  ['price', '59,90alek', 'Wpisz cenę, np. 59,90'],
  ['price', '1000', 'Cena nie może przekroczyć 999.99 zł'],
  ['price', 1e21, 'Cena nie może przekroczyć 999.99 zł'],
  ['price', 0.001, 'Podaj cenę z dokładnością do 1 grosza'],
  ['price', '12,345', 'Podaj cenę z dokładnością do 1 grosza'],
  ['description', 'a'.repeat(501), 'Opis nie może przekroczyć 500 znaków'],
  ['description', 'a\u0000', 'Usuń niedozwolone znaki'],
  ['notes', ['x'.repeat(61)], undefined],
  ['notes_pyramid', { head: ['oud'], heart: [], base: [] }, 'Wybierz dla każdej nuty: głowa, serce albo baza.'],
  ['volume_ml', 'sto', 'Podaj pojemność w ml, na przykład 100'],
  ['stock_quantity', -1, 'Podaj liczbę sztuk albo zostaw puste'],
  ['slug', 'moj-adres', 'Nieznane pole'],
])('a product whose %s is %j is refused in words', async (field, value, sentence) => {
  const refused = await add({ [field]: value })
  expect([refused.status, refused.code]).toEqual([400, 'invalid_request'])
  if (sentence !== undefined) expect(refused.error?.fields?.[field]).toBe(sentence)
  else expect(Object.keys(refused.error?.fields ?? {})[0]).toContain(field)
})

test.each([
  ['0,01', 1],
  ['999.99', 99_999],
  [19.99, 1999],
  [' 7,5 ', 750],
  ['.5', 50],
])('a price of %j is %i grosze', async (price, grosze) => {
  expect((await added({ price })).current_price_cents).toBe(grosze)
})

test('a product can refer only to existing brands and pictures', async () => {
  expect(await add({ brand_id: randomUUID() })).toMatchObject({ status: 409, code: 'brand_unavailable' })
  const unknown = await add({ image_key: 'a'.repeat(32) })
  expect(unknown.error?.fields?.image_key).toBe('Tego zdjęcia nie ma już w sklepie. Prześlij je ponownie.')
  const { id, version } = await added()
  expect((await edit(id, { version, brand_id: randomUUID() })).code).toBe('brand_unavailable')
})

test('notes are trimmed and unique, and a pyramid contains all of them or is absent', async () => {
  const product = await added({
    notes: [' oud ', 'Oud', '', 'róża', '  '],
    notes_pyramid: { head: [], heart: ['róża'], base: ['oud'] },
  })
  expect(product.notes).toEqual(['oud', 'róża'])
  const { id, version } = product
  const refused = await edit(id, { version, notes: ['oud', 'róża', 'irys'] })
  expect([refused.status, refused.code]).toEqual([409, 'pyramid_incomplete'])
  const moved = await edit(id, {
    version,
    notes: ['oud', 'irys'],
    notes_pyramid: { head: ['irys'], heart: [], base: ['oud'] },
  })
  expect(moved.body.notes_pyramid).toEqual({ head: ['irys'], heart: [], base: ['oud'] })
  const flat = await edit(id, { version: moved.body.version, notes_pyramid: null })
  expect(flat.body).toMatchObject({ notes: ['oud', 'irys'], notes_pyramid: null })
})

test('the same key adds a product once, and another product under it is refused', async () => {
  const key = { 'Idempotency-Key': randomUUID() }
  const name = 'Raz i Już'
  const answers = await Promise.all(Array.from({ length: 4 }, () => add({ name }, key)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const rows = await api.db.selectFrom('products').select('id').where('name', '=', name).execute()
  expect(rows).toHaveLength(1)
  expect((await add({ name: 'Inny Zapach' }, key)).code).toBe('idempotency_conflict')
})

test('slugs that are or were in use get a number; a name without Latin letters gets a slug, too', async () => {
  const [first, second, third] = [
    await added({ name: 'Świt' }),
    await added({ name: 'świt' }),
    await added({ name: 'Swit!' }),
  ]
  expect([first.slug, second.slug, third.slug]).toEqual(['swit', 'swit-2', 'swit-3'])
  await edit(second.id, { version: second.version, name: 'Zmierzch' })
  // A former address of another product still leads there.
  expect((await added({ name: 'Świt' })).slug).toBe('swit-4')
  expect((await added({ name: '香水の夜' })).slug).toBe('produkt')
  const atOnce = await Promise.all(Array.from({ length: 4 }, () => add({ name: 'Południe' })))
  const slugs = await Promise.all(atOnce.map(async ({ body }) => (await find(body.id)).slug))
  expect(slugs.toSorted()).toEqual(['poludnie', 'poludnie-2', 'poludnie-3', 'poludnie-4'])
})

test('an edit changes only the fields that it names', async () => {
  const { id, version, ...before } = await added({
    volume_ml: 50,
    concentration: 'Ekstrakt perfum',
    stock_quantity: 9,
    notes: ['oud'],
    notes_pyramid: { head: [], heart: [], base: ['oud'] },
  })
  const { body, status } = await edit(id, { version, description: 'Nowy opis\r\nw dwóch liniach ' })
  expect(status).toBe(200)
  const { version: next, edited_at: _, ...after } = body
  const { edited_at: __, ...unchanged } = before
  expect(after).toEqual({ ...unchanged, id, description: 'Nowy opis\nw dwóch liniach' })
  expect(next).not.toBe(version)
  expect((await logged(id)).at(-1)).toEqual({ action: 'product.updated', details: { also: ['description'] } })
  expect((await edit(id, { version: next, stock_quantity: 3 })).error?.fields).toEqual({
    stock_quantity: 'Nieznane pole',
  })
})

test('an edit of an outdated version overwrites nothing', async () => {
  const { id, version } = await added()
  const [one, other] = await Promise.all([
    edit(id, { version, name: 'Pierwsze Okno' }),
    edit(id, { version, description: 'Drugie okno' }),
  ])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const late = one.status === 409 ? one : other
  expect(late.code).toBe('changed_meanwhile')
  expect((await edit(id, { version })).code).toBe('changed_meanwhile')
  const { version: now } = await find(id)
  expect((await edit(id, { version: now })).body.version).toBe(now)
  // A sale or a change of the stock is not an edit of the form.
  await send('POST', `/${id}/stock`, { stock_quantity: 3, seen: null })
  expect((await find(id)).version).toBe(now)
})

test('a new price ends the old one in the history and reaches the provider', async () => {
  const { id, version } = await added({ price: 100 })
  await eventually(async () => expect((await atProvider(id))?.provider_price_id).toMatch(/^price_/))
  const first = await atProvider(id)
  const { body } = await edit(id, { version, price: '89,90' })
  expect(body.current_price_cents).toBe(8990)
  expect(await pricesOf(id)).toEqual([
    { price_grosze: 10_000, valid_to: expect.any(Date) },
    { price_grosze: 8990, valid_to: null },
  ])
  await eventually(async () => expect((await atProvider(id))?.provider_price_id).not.toBe(first?.provider_price_id))
  expect((await atProvider(id))?.provider_product_id).toBe(first?.provider_product_id)
  expect((await logged(id)).at(-1)?.details).toEqual({ price_grosze: { from: 10_000, to: 8990 } })
  expect(await (await api.get(`/api/products/${id}`)).json()).toMatchObject({ current_price_pln: 89.9 })
})

test('a deleted product is in no list and inactive at the provider; deleting it again answers 404', async () => {
  const { id, slug, version } = await added()
  await eventually(async () => expect((await atProvider(id))?.synced).toContain('"active":true'))
  expect((await send('DELETE', `/${id}`)).status).toBe(200)
  expect((await api.get(`/api/products/${slug}`)).status).toBe(404)
  await eventually(async () => expect((await atProvider(id))?.synced).toContain('"active":false'))
  expect((await send('DELETE', `/${id}`)).code).toBe('product_not_found')
  expect((await edit(id, { version, name: 'Powrót' })).code).toBe('product_not_found')
  expect((await logged(id)).at(-1)?.action).toBe('product.deleted')
})

test('the shop has at most 200 active products, also when several are added at once; deleting makes room', async () => {
  const { active } = (await (await api.get('/api/admin/products', admin)).json()) as { active: number }
  const rows = Array.from({ length: 199 - active }, (_, index) => ({
    name: `Wypełnienie ${index}`,
    slug: `wypelnienie-${index}`,
    brand_id: brandId,
    price_grosze: 100,
  }))
  await api.db.insertInto('products').values(rows).execute()
  const answers = await Promise.all(Array.from({ length: 5 }, () => add()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error).toMatchObject({
    code: 'product_limit_reached',
    message: 'Sklep ma już 200 produktów, więcej się nie zmieści. Usuń któryś, aby dodać nowy.',
  })
  const gone = answers.find(({ status }) => status === 200)?.body.id ?? ''
  await send('DELETE', `/${gone}`)
  expect((await add()).status).toBe(200)
})
