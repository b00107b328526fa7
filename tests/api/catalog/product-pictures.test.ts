import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { vi } from 'vitest'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { removeDemo } from '#domain/catalog/admin/deactivate-products.server.ts'
import type { Product } from '#domain/catalog/product.ts'
import sweepPictures from '#domain/pictures/sweep-pictures.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

let api: Api
let admin: string
let brand_id: string
/** Keys of ten stored pictures that nothing uses. */
let keys: string[]
test.beforeAll(async ({ api: started }) => {
  vi.spyOn(console, 'info').mockReturnValue()
  api = started
  admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const brand = await api.db.selectFrom('brands').select('id').where('is_original', '=', true).executeTakeFirstOrThrow()
  brand_id = brand.id
  keys = []
  for (let number = 0; number < 10; number++) keys.push(await upload(number))
})

async function upload(number: number): Promise<string> {
  const body = await sharp({ create: { width: 40 + number, height: 50, channels: 3, background: '#9C7430' } })
    .png()
    .toBuffer()
  const headers = { 'Content-Type': 'image/png', Origin: api.base, Cookie: admin }
  const answer = await api.call('/api/admin/pictures', { method: 'POST', body: new Uint8Array(body), headers })
  return ((await answer.json()) as { image_key: string }).image_key
}

type Refused = { error?: { code: string; message: string; fields?: Record<string, string> } }
async function send(method: string, path: string, json?: object): Promise<AdminProduct & Refused> {
  const answer = await api.call(`/api/admin/products${path}`, {
    method,
    ...(json && { body: JSON.stringify(json) }),
    headers: { ...(json && { 'Content-Type': 'application/json' }), Origin: api.base, Cookie: admin },
  })
  return (await answer.json()) as AdminProduct & Refused
}

const picture = (number: number, alt = '') => ({ image_key: keys[number] ?? '', alt })
const more = (...numbers: number[]) => numbers.map((number) => picture(number))

async function add(name: string, pictures: object): Promise<AdminProduct & Refused> {
  const added = await send('POST', '', { name, brand_id, price: 49.9, ...pictures })
  return added.error ? added : send('GET', `/${added.id}`)
}
const show = async (slug: string) => (await (await api.get(`/api/products/${slug}`)).json()) as Product
const shownKeys = async (slug: string) => (await show(slug)).pictures.map((one) => keys.indexOf(one.image_key))

test('pictures are shown in order, each with its own text or the name of the product', async () => {
  const { slug } = await add('Zapach z obrazami', {
    image_key: keys[0],
    more_pictures: [picture(1, '  Flakon   z boku '), picture(2)],
  })
  const product = await show(slug)
  expect(product.image_key).toBe(keys[0])
  expect(product.pictures).toEqual([
    { image_key: keys[0], url: `/media/products/${keys[0]}/960.webp`, alt: 'Zapach z obrazami, Perfumy Arabskie' },
    { image_key: keys[1], url: `/media/products/${keys[1]}/960.webp`, alt: 'Flakon z boku' },
    {
      image_key: keys[2],
      url: `/media/products/${keys[2]}/960.webp`,
      alt: 'Zapach z obrazami, Perfumy Arabskie, zdjęcie 3',
    },
  ])
  const { items } = (await (await api.get('/api/products?search=obrazami')).json()) as { items: object[] }
  expect(items).toHaveLength(1)
  for (const item of items) for (const field of ['pictures', 'more_pictures']) expect(item).not.toHaveProperty(field)
})

test('a new order of pictures makes a new version, another window is refused, and the audit names the change', async () => {
  const { id, slug, version } = await add('Zapach przestawiany', { image_key: keys[0], more_pictures: more(1, 2, 3) })
  const moved = { image_key: keys[3], image_alt: 'Pudełko', more_pictures: more(0, 2, 1) }
  const changed = await send('PATCH', `/${id}`, { version, ...moved })
  expect(changed).toMatchObject(moved)
  expect(changed.version).not.toBe(version)
  expect(await shownKeys(slug)).toEqual([3, 0, 2, 1])
  const late = await send('PATCH', `/${id}`, { version, more_pictures: [] })
  expect(late.error?.code).toBe('changed_meanwhile')
  expect(await shownKeys(slug)).toEqual([3, 0, 2, 1])
  // Only changing the order is a change as well.
  await send('PATCH', `/${id}`, { version: changed.version, more_pictures: more(1, 2, 0) })
  expect(await shownKeys(slug)).toEqual([3, 1, 2, 0])
  const events = await api.db
    .selectFrom('audit_events')
    .select('details')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events.slice(1).map(({ details }) => details)).toEqual([
    { also: ['image_key', 'image_alt', 'more_pictures'] },
    { also: ['more_pictures'] },
  ])
  // Storing the same pictures again is no change.
  const { version: present } = await send('GET', `/${id}`)
  await send('PATCH', `/${id}`, { version: present, more_pictures: more(1, 2, 0) })
  expect((await send('GET', `/${id}`)).version).toBe(present)
})

test('invalid pictures are refused with a sentence, and nothing is stored', async () => {
  const { id, slug, version } = await add('Zapach sprawdzany', { image_key: keys[0], more_pictures: more(1) })
  const refused = async (changes: object, field: string) => {
    const { error } = await send('PATCH', `/${id}`, { version, name: 'Inna nazwa', ...changes })
    return [error?.code, error?.fields?.[field]]
  }
  const eight = { more_pictures: more(1, 2, 3, 4, 5, 6, 7, 8) }
  expect(await refused(eight, 'more_pictures')).toEqual(['invalid_request', 'Produkt może mieć najwyżej 8 zdjęć'])
  expect(await refused({ more_pictures: more(1, 1) }, 'more_pictures')).toEqual([
    'invalid_request',
    'To zdjęcie już jest na liście',
  ])
  const long = { image_alt: 'a'.repeat(151) }
  expect(await refused(long, 'image_alt')).toEqual(['invalid_request', 'Opis zdjęcia może mieć najwyżej 150 znaków'])
  const { error } = await send('PATCH', `/${id}`, { version, more_pictures: [picture(1, 'a'.repeat(151))] })
  expect(Object.values(error?.fields ?? {})).toEqual(['Opis zdjęcia może mieć najwyżej 150 znaków'])
  const foreign = { more_pictures: [{ image_key: 'f'.repeat(32), alt: '' }] }
  expect(await refused(foreign, 'image_key')).toEqual([
    'picture_unavailable',
    'Tego zdjęcia nie ma już w sklepie. Prześlij je ponownie.',
  ])
  const headless = 'Dodaj najpierw zdjęcie główne, potem następne'
  expect(await refused({ image_key: null }, 'image_key')).toEqual(['main_picture_missing', headless])
  const added = await add('Zapach bez głowy', { more_pictures: more(1) })
  expect(added.error?.fields?.image_key).toBe(headless)

  expect(await send('GET', `/${id}`)).toMatchObject({ version, name: 'Zapach sprawdzany', more_pictures: more(1) })
  const seven = await send('PATCH', `/${id}`, { version, more_pictures: more(1, 2, 3, 4, 5, 6, 7) })
  expect(seven.more_pictures).toHaveLength(7)
  expect(await shownKeys(slug)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('a trademark in the text of a picture causes the same warning as in a name', async () => {
  await api.db
    .updateTable('label_settings')
    .set({ trademarks: ['Chanel'] })
    .execute()
  const { id, version } = await add('Zapach ze znakiem', { image_key: keys[0] })
  const change = { version, more_pictures: [picture(1, 'Obok flakonu Chanel')] }
  expect((await send('PATCH', `/${id}`, change)).error?.code).toBe('trademarks_found')
  expect(await send('PATCH', `/${id}`, { ...change, trademarks_accepted: true })).toMatchObject({
    more_pictures: change.more_pictures,
  })
})

test('files of deleted products and removed pictures are deleted after a week, used ones stay', async () => {
  const own = [await upload(20), await upload(21), await upload(22)]
  const [first = '', second = '', third = ''] = own
  const isStored = () => own.map((key) => existsSync(join(api.mediaDir, 'products', key)))
  const sweep = () => {
    const later = { ...api.services, now: () => new Date(Date.now() + 8 * 86_400_000) }
    return sweepPictures.run(later, {}, { last: false })
  }
  const pictures = [second, third].map((image_key) => ({ image_key, alt: '' }))
  const { id, version } = await add('Zapach znikający', { image_key: first, more_pictures: pictures })
  await sweep()
  expect(isStored()).toEqual([true, true, true])
  await send('PATCH', `/${id}`, { version, more_pictures: pictures.slice(0, 1) })
  await sweep()
  expect(isStored()).toEqual([true, true, false])
  await send('DELETE', `/${id}`)
  await sweep()
  // The product's orders show the first picture.
  expect(isStored()).toEqual([true, false, false])
})

test('deleting a product’s row deletes its rows of pictures, and removing the demo removes its pictures', async () => {
  const { id } = await add('Zapach bez śladu', { image_key: keys[0], more_pictures: more(1) })
  const rows = () => api.db.selectFrom('product_pictures').select('product_id').where('product_id', '=', id).execute()
  expect(await rows()).toHaveLength(1)
  await api.db.insertInto('demo_products').values({ product_id: id }).execute()
  const user = await api.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  await removeDemo(api.services, { userId: user.id })
  expect(await rows()).toEqual([])
})
