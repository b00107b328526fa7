import { randomUUID } from 'node:crypto'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { BrandScents } from '#domain/catalog/admin/admin-product-queries.server.ts'
import type { Product, ProductPage } from '#domain/catalog/product.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart } from '#tests/support/orders.ts'
import { openProductSheet } from '#tests/support/product-sheet.ts'

let api: Api
let sheet: Awaited<ReturnType<typeof openProductSheet>>
let brandId: string
test.beforeAll(async ({ api: started }) => {
  api = started
  sheet = await openProductSheet(api)
  const brand = await api.db.selectFrom('brands').select('id').where('is_arabic', '=', true).executeTakeFirstOrThrow()
  brandId = brand.id
})

type Refused = { code: string; message: string; fields?: Record<string, string> }

async function send(method: string, path: string, body?: object) {
  const answer = await api.call(`/api/admin${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { Cookie: sheet.admin, Origin: api.base, 'Content-Type': 'application/json' },
  })
  const { error, ...product } = (await answer.json()) as AdminProduct & { error?: Refused }
  return { status: answer.status, error, product }
}

async function add(more: object = {}): Promise<AdminProduct> {
  const name = `Zapach ${randomUUID().slice(0, 8)}`
  const { status, product } = await send('POST', '/products', { name, brand_id: brandId, price: 119, ...more })
  expect(status).toBe(200)
  return (await send('GET', `/products/${product.id}`)).product
}

/** A bottle of 100 ml for 119 zł, one of 30 ml for 49 zł, and a sample of 2 ml for 9,90 zł. */
async function addScent() {
  const bottle = await add({ volume_ml: 100, stock_quantity: 5 })
  const more = { name: bottle.name, scent_id: bottle.id }
  const small = await add({ ...more, price: 49, volume_ml: 30, stock_quantity: 5 })
  const sample = await add({ ...more, price: 9.9, volume_ml: 2, kind: 'sample', stock_quantity: 5 })
  return { bottle, small, sample, name: bottle.name }
}

const list = async (query: object): Promise<ProductPage> =>
  (await api.get(`/api/products?${new URLSearchParams({ ...query })}`)).json() as Promise<ProductPage>
const volumesOf = ({ sizes }: Pick<Product, 'sizes'>) =>
  sizes.map(({ label }) => Number.parseInt(label.replace(/^\D+/, ''), 10))

test('GET products: returns one product for each scent, with the matching sizes', async () => {
  const { name, sample } = await addScent()
  const grouped = await list({ search: name })
  expect(grouped.total).toBe(1)
  expect(grouped.items[0]).toMatchObject({ volume_ml: 100, kind: 'bottle' })
  expect(grouped.items.map(volumesOf)).toEqual([[2, 30, 100]])
  const dear = await list({ search: name, minPrice: '20' })
  expect(dear.items.map(volumesOf)).toEqual([[30, 100]])
  // A size that is the only match is shown as a product of its own.
  const cheap = await list({ search: name, maxPrice: '20' })
  expect(cheap.items.map(({ slug }) => slug)).toEqual([sample.slug])
  expect(cheap.items.map(volumesOf)).toEqual([[]])

  await send('DELETE', `/products/${sample.id}`)
  expect(volumesOf((await list({ search: name })).items[0] ?? { sizes: [] })).toEqual([30, 100])
})

test('a size is ordered like any product, with its own price and stock', async () => {
  const { bottle, sample, name } = await addScent()
  const customer = await api.customer()
  const item = { id: sample.id, name, price: 9.9, quantity: 2 }
  const answer = await customer.order(cart([item]))
  expect(answer.status).toBe(200)
  const stocks = await api.db
    .selectFrom('products')
    .select(['id', 'stock_quantity'])
    .where('name', '=', name)
    .where('id', 'in', [bottle.id, sample.id])
    .execute()
  expect(Object.fromEntries(stocks.map(({ id, stock_quantity }) => [id, stock_quantity]))).toEqual({
    [bottle.id]: 5,
    [sample.id]: 3,
  })
})

test('scents of a brand: each has the id of its first size, and all its sizes', async () => {
  const { bottle, name } = await addScent()
  const answer = await api.get(`/api/admin/brands/${brandId}/scents`, { Cookie: sheet.admin })
  const scents = (await answer.json()) as BrandScents
  const scent = scents.find(({ id }) => id === bottle.id)
  expect([scent?.name, scent?.sizes.map(({ kind, volume_ml }) => `${kind} ${volume_ml}`)]).toEqual([
    name,
    ['sample 2', 'bottle 30', 'bottle 100'],
  ])
  const none = await api.get(`/api/admin/brands/${randomUUID()}/scents`, { Cookie: sheet.admin })
  expect(await none.json()).toEqual([])
})

test('a scent that no product has is refused at its field', async () => {
  const product = await add()
  for (const answer of [
    await send('POST', '/products', { name: 'Zapach', brand_id: brandId, price: 1, scent_id: randomUUID() }),
    await send('PATCH', `/products/${product.id}`, { version: product.version, scent_id: randomUUID() }),
  ]) {
    expect([answer.status, answer.error?.code, Object.keys(answer.error?.fields ?? {})]).toEqual([
      409,
      'scent_unavailable',
      ['scent_id'],
    ])
  }
})

// Ways to sell an untraceable product filled by the shop: adding it, changing single fields, a file, a brand.
test('a product filled by the shop must be a sample with a batch and a known producer', async () => {
  const decant = { volume_ml: 2, kind: 'sample', filled_by: 'shop', batch: 'A-1' }
  const wrong = async (more: object) => {
    const { status, error } = await send('POST', '/products', { name: 'Odlewka', brand_id: brandId, price: 9, ...more })
    return [status, ...Object.keys(error?.fields ?? {})]
  }
  expect(await wrong({ ...decant, batch: null })).toEqual([400, 'batch'])
  expect(await wrong({ ...decant, batch: '   ' })).toEqual([400, 'batch'])
  expect(await wrong({ ...decant, kind: 'bottle' })).toEqual([400, 'batch'])

  const product = await add(decant)
  for (const changes of [{ batch: null }, { kind: 'bottle' }]) {
    const { status, error } = await send('PATCH', `/products/${product.id}`, { version: product.version, ...changes })
    expect([status, error?.code]).toEqual([409, 'batch_missing'])
  }
  const [line] = (await sheet.check(`ID;Rodzaj\n${product.id};flakon`)).lines
  expect(line?.problems).toHaveLength(1)

  const name = `Marka ${randomUUID().slice(0, 8)}`
  const created = await send('POST', '/brands', { name, description: '' })
  expect(created.status).toBe(200)
  const nameless = created.product.id
  expect(await wrong({ ...decant, brand_id: nameless })).toEqual([409, 'producer_id'])
  const moved = await send('PATCH', `/products/${product.id}`, { version: product.version, brand_id: nameless })
  expect([moved.status, moved.error?.code]).toEqual([409, 'decant_without_producer'])
})

test('the sheet keeps the sizes of a scent together, and reads kinds by their names', async () => {
  const { bottle, small, sample } = await addScent()
  const lines = (await sheet.exportCsv()).split('\r\n')
  const places = [sample, small, bottle].map(({ id }) => lines.findIndex((line) => line.startsWith(id)))
  expect(places.map((place) => place - (places[0] ?? 0))).toEqual([0, 1, 2])
  const { lines: changed } = await sheet.apply(`ID;Rodzaj\n${small.id};ZESTAW`)
  expect(changed[0]?.changes).toEqual([{ column: 'Rodzaj', from: 'Flakon', to: 'Zestaw' }])
  expect((await sheet.find(small.id)).kind).toBe('set')
  const [refused] = (await sheet.check(`ID;Rodzaj\n${small.id};wiadro`)).lines
  expect(refused?.problems[0]).toMatch(/^Rodzaj: /)
})
