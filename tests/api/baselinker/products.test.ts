// What BaseLinker reads and changes of products, each method as its page of the protocol describes it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fromProductId, toProductId } from '#domain/baselinker/baselinker.ts'
import type { Api } from '#tests/support/api.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { productsOnSale } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })
type Listed = Record<string, { name: string; quantity: number; price: string; ean: string; sku: string }>

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})

const withoutPages = ({ pages: _, ...products }: Record<string, unknown>) => products
const changed = async () => void (await api.services.catalog.receiveChanges())

test('FileVersion and SupportedMethods: standard 4, and every method that is answered', async () => {
  expect(await baselinker.call('FileVersion')).toEqual({ platform: 'Perfumeria', version: '1.0.0', standard: 4 })
  const methods = await baselinker.call<string[]>('SupportedMethods')
  expect(methods).toContain('OrderAdd')
  for (const method of methods) {
    expect((await baselinker.refusal(method)).error_code, method).not.toBe('unsupported_action')
  }
})

test('lists of categories, statuses, deliveries and payments are names under ids', async () => {
  expect(await baselinker.call('ProductsCategories')).toMatchObject({ women: 'Perfumy damskie' })
  expect(await baselinker.call('StatusesList')).toMatchObject({ paid: 'Opłacone', shipped: 'Wysłane' })
  expect(await baselinker.call('DeliveryMethodsList')).toEqual({ locker: 'Paczkomat', courier: 'Kurier' })
  expect(await baselinker.call('PaymentMethodsList')).toHaveProperty('elsewhere', 'Poza sklepem')
})

test('ProductsList: names with sizes, prices as text, filters and order; what is hidden is not there', async () => {
  const [first, second, hidden] = await productsOnSale(api, 3)
  if (!first || !second || !hidden) throw new Error('too few products')
  await api.db.updateTable('products').set({ price_grosze: 1_990 }).where('id', '=', first.id).execute()
  await api.db.updateTable('products').set({ stock_quantity: 3 }).where('id', '=', second.id).execute()
  await api.db.updateTable('products').set({ active: false }).where('id', '=', hidden.id).execute()
  await changed()
  const all = await baselinker.call<Listed>('ProductsList', { category_id: 'all' })
  expect(all[toProductId(first.id)]).toMatchObject({ price: '19.90', quantity: 1000 })
  expect(all[toProductId(first.id)]?.name).toContain(first.name)
  expect(all).not.toHaveProperty(toProductId(hidden.id))
  const few = await baselinker.call('ProductsList', { filter_quantity_to: 3, filter_quantity_from: 3 })
  expect(withoutPages(few)).toHaveProperty(toProductId(second.id))
  expect(withoutPages(few)).not.toHaveProperty(toProductId(first.id))
  const cheap = withoutPages(
    await baselinker.call('ProductsList', { filter_price_to: '19.90', filter_sort: 'price DESC' }),
  )
  expect(Object.keys(cheap)).toContain(toProductId(first.id))
  expect(Object.values(cheap as Listed).every(({ price }) => Number(price) <= 19.9)).toBe(true)
  expect(withoutPages(await baselinker.call('ProductsList', { filter_id: toProductId(second.id) }))).toEqual({
    [toProductId(second.id)]: all[toProductId(second.id)] && expect.objectContaining({ quantity: 3 }),
  })
  expect((await baselinker.refusal('ProductsList', { filter_price_from: 'tanio' })).error_text).toContain(
    'filter_price_from',
  )
  await api.db.updateTable('products').set({ active: true }).where('id', '=', hidden.id).execute()
  await changed()
})

test('ProductsData: description, brand, tax, pictures and features of the asked products alone', async () => {
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  await changed()
  const id = toProductId(product.id)
  const data = await baselinker.call<Record<string, Record<string, unknown>>>('ProductsData', {
    products_id: `${id}, ${toProductId(randomUUID())},nonsense`,
  })
  expect(Object.keys(data)).toEqual([id])
  expect(data[id]).toMatchObject({ currency: 'PLN', tax: 23, variants: [], url: expect.stringContaining('/produkt/') })
  expect(data[id]?.features).toContainEqual(['Marka', data[id]?.man_name])
  const pictures = await baselinker.call<Record<string, object>>('ProductsData', { products_id: id, only_images: 1 })
  expect(pictures[id]).toEqual({ images: data[id]?.images })
})

test('ProductsPrices and ProductsQuantity: one own value under key 0; sold out is none, uncounted many', async () => {
  const [counted, soldOut, uncounted] = await productsOnSale(api, 3, 7)
  if (!counted || !soldOut || !uncounted) throw new Error('too few products')
  await api.db.updateTable('products').set({ stock_quantity: null }).where('id', '=', uncounted.id).execute()
  await api.db.updateTable('products').set({ out_of_stock: true }).where('id', '=', soldOut.id).execute()
  await changed()
  const stock = await baselinker.call('ProductsQuantity')
  expect(stock[toProductId(counted.id)]).toEqual({ 0: 7 })
  expect(stock[toProductId(soldOut.id)]).toEqual({ 0: 0 })
  expect(stock[toProductId(uncounted.id)]).toEqual({ 0: 100 })
  const prices = await baselinker.call('ProductsPrices')
  expect(prices[toProductId(counted.id)]).toEqual({ 0: expect.stringMatching(/^\d+\.\d\d$/) })
  expect(prices.pages).toBe(1)
})

test('ProductsQuantityUpdate: sets and changes counted stock, never below zero, and puts it on sale again', async () => {
  const [one, two, uncounted] = await productsOnSale(api, 3, 5)
  if (!one || !two || !uncounted) throw new Error('too few products')
  await api.db.updateTable('products').set({ stock_quantity: null }).where('id', '=', uncounted.id).execute()
  const change = (id: string, operation: string, quantity: number | string) => ({
    product_id: toProductId(id),
    variant_id: 0,
    operation,
    quantity,
  })
  const products = [
    change(one.id, 'set', 0),
    change(two.id, 'change', '-2'),
    change(two.id, 'change', -9),
    change(uncounted.id, 'set', 4),
    { product_id: 'nieznany', operation: 'set', quantity: 1 },
  ]
  expect(await baselinker.call('ProductsQuantityUpdate', { products })).toEqual({ counter: 4 })
  expect(await Promise.all([one, two, uncounted].map(({ id }) => baselinker.stockOf(id)))).toEqual([0, 0, null])
  // The same as fields of a form, as the page of the method shows it.
  const form = {
    'products[0][product_id]': toProductId(one.id),
    'products[0][operation]': 'set',
    'products[0][quantity]': 3,
  }
  expect(await baselinker.call('ProductsQuantityUpdate', form)).toEqual({ counter: 1 })
  const row = api.db.selectFrom('products').select(['stock_quantity', 'out_of_stock']).where('id', '=', one.id)
  expect(await row.executeTakeFirst()).toEqual({ stock_quantity: 3, out_of_stock: false })
  await changed()
  expect((await baselinker.call('ProductsQuantity'))[toProductId(one.id)]).toEqual({ 0: 3 })
  for (const wrong of [{ products: '[' }, { products: [change(one.id, 'double', 1)] }, {}]) {
    expect((await baselinker.refusal('ProductsQuantityUpdate', wrong)).error_code).toBe('baselinker_field_wrong')
  }
  expect(await baselinker.stockOf(one.id)).toBe(3)
})

test('5,000 products: five pages of a thousand, each product once, whatever the order', async () => {
  await sql`
    insert into products (name, slug, brand_id, gender, price_grosze, product_code)
    select 'Zapach ' || n, 'zapach-baselinker-' || n, (select id from brands where is_original limit 1), 'women', 1000 + n, 'BL' || n
    from generate_series(1, 5000) as n`.execute(api.db)
  await eventually(async () => {
    await changed()
    const { pages } = await baselinker.call('ProductsPrices')
    expect(pages).toBe(6)
  })
  for (const [method, fields] of [
    ['ProductsPrices', {}],
    ['ProductsQuantity', {}],
    ['ProductsList', { filter_sort: 'name ASC' }],
  ] as const) {
    const seen: string[] = []
    for (let page = 1; page <= 6; page++) {
      seen.push(...Object.keys(withoutPages(await baselinker.call(method, { ...fields, page }))))
    }
    expect(seen.length, method).toBeGreaterThan(5000)
    expect(new Set(seen).size, method).toBe(seen.length)
  }
  expect(withoutPages(await baselinker.call('ProductsPrices', { page: 99 }))).toEqual({})
})

test('ids of products are short, and only those of the shop are read', () => {
  for (const uuid of [randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    expect(toProductId(uuid)).toMatch(/^[0-9a-z]{25}$/)
    expect(fromProductId(toProductId(uuid))).toBe(uuid)
    expect(fromProductId(toProductId(uuid).toUpperCase())).toBe(uuid)
  }
  for (const foreign of ['', '12', 'z'.repeat(25), `${toProductId(randomUUID())}0`])
    expect(fromProductId(foreign)).toBeNull()
})
