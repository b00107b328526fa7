import { randomUUID } from 'node:crypto'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

let api: Api
let admin: Record<string, string>
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

async function list(query = ''): Promise<AdminProductPage> {
  return (await (await api.get(`/api/admin/products${query}`, admin)).json()) as AdminProductPage
}
const namesOf = ({ items }: AdminProductPage) => items.map(({ name }) => name)
const find = async (id: string) => (await (await api.get(`/api/admin/products/${id}`, admin)).json()) as AdminProduct
const press = async (path: string, body: object) => {
  const answer = await api.post(`/api/admin/products/${path}`, body, admin)
  const { error, ...product } = (await answer.json()) as AdminProduct & {
    error?: { code: string; message: string; fields?: Record<string, string>; details?: object }
  }
  return { status: answer.status, code: error?.code, error, product }
}
/** The audit entries of a product. */
const logged = (id: string) =>
  api.db.selectFrom('audit_events').select(['action', 'details']).where('subject_id', '=', id).orderBy('id').execute()

/** A product with this stock, and its cart item. */
async function stocked(stock: number | null) {
  const [item] = await productsOnSale(api, 1, stock)
  if (!item) throw new Error('no product is on sale')
  return { ...(await find(item.id)), item }
}

test('the list has every active product with its exact stock, newest first, a hundred a page', async () => {
  const all = await list()
  expect(all).toMatchObject({ total: 79, active: 79, page: 1, pageSize: 100 })
  expect(all.items).toHaveLength(79)
  const [first] = all.items
  expect(first).toMatchObject({ stock_quantity: expect.any(Number), version: expect.stringMatching(/^\d+$/) })
  const stored = await api.db
    .selectFrom('products')
    .select('name')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  expect(namesOf(all)).toEqual(stored.map(({ name }) => name))
  expect((await list('?page=9')).page).toBe(1)
})

test('the list is searched in product and brand names without case and marks, and filtered by gender', async () => {
  expect(namesOf(await list('?search=LAYALI'))).toEqual(['Layali Zahran'])
  expect(namesOf(await list('?search=snieg%20o'))).toEqual(['Śnieg o Świcie'])
  const ofBrand = await list('?search=perfumy%20arab')
  expect(new Set(ofBrand.items.map(({ brand_name }) => brand_name))).toEqual(new Set(['Perfumy Arabskie']))
  expect(await list('?search=nie-ma-takich')).toMatchObject({ items: [], total: 0, active: 79 })
  const women = await list('?gender=women')
  expect(women.items.every(({ gender }) => gender === 'women')).toBe(true)
  expect(women.total).toBeLessThan(79)
  const byName = namesOf(await list('?sort=name'))
  expect(byName).toEqual(byName.toSorted(new Intl.Collator('pl').compare))
  const prices = (await list('?sort=price')).items.map(({ current_price_cents }) => current_price_cents)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('the list by stock begins with sold-out products and ends with uncounted ones, also in a search', async () => {
  await stocked(null)
  const left = ({ items }: AdminProductPage) =>
    items.map(({ out_of_stock, stock_quantity }) => (out_of_stock ? 0 : (stock_quantity ?? Number.POSITIVE_INFINITY)))
  const all = await list('?sort=stock&page=7')
  expect(all).toMatchObject({ total: 79, active: 79, page: 1 })
  expect(left(all)).toEqual(left(all).toSorted((a, b) => a - b))
  expect(left(all).at(-1)).toBe(Number.POSITIVE_INFINITY)
  const found = await list('?sort=stock&search=perfumy%20arab&gender=men')
  expect(found.total).toBe((await list('?search=perfumy%20arab&gender=men')).total)
  expect(left(found)).toEqual(left(found).toSorted((a, b) => a - b))
  expect(await list('?sort=stock&search=nie-ma-takich')).toMatchObject({ items: [], total: 0, page: 1 })
})

test('the list includes substitutes that the shop hides', async () => {
  const hide = (hide_substitutes: boolean) => api.db.updateTable('shop_settings').set({ hide_substitutes }).execute()
  await hide(true)
  const sorts = ['newest', 'name', 'price', 'stock']
  const totals = await Promise.all(sorts.map(async (sort) => (await list(`?sort=${sort}`)).total))
  await hide(false)
  expect(totals).toEqual(sorts.map(() => 79))
})

test('a deleted product is in no list and cannot be changed', async () => {
  const { id } = await stocked(5)
  await api.db.updateTable('products').set({ active: false }).where('id', '=', id).execute()
  expect((await list()).active).toBe(78)
  expect((await api.get(`/api/admin/products/${id}`, admin)).status).toBe(404)
  expect((await press(`${id}/stock`, { stock_quantity: 1, seen: 5 })).code).toBe('product_not_found')
  expect((await press(`${id}/sold-out`, { out_of_stock: true })).code).toBe('product_not_found')
  await api.db.updateTable('products').set({ active: true }).where('id', '=', id).execute()
  for (const unknown of [randomUUID(), 'x', "1' or 1=1"]) {
    const path = `${encodeURIComponent(unknown)}/stock`
    expect((await press(path, { stock_quantity: 1, seen: 5 })).status).toBe(404)
  }
})

test('stock: 0 marks as sold out, pieces put it back on sale, null stops counting; each change is logged', async () => {
  const { id } = await stocked(7)
  const steps: [number | null, number | null, boolean][] = [
    [0, 7, true],
    [4, 0, false],
    [0, 4, true],
    [null, 0, false],
    [12, null, false],
  ]
  for (const [stock_quantity, seen, out_of_stock] of steps) {
    const { status, product } = await press(`${id}/stock`, { stock_quantity, seen })
    expect([status, product]).toMatchObject([200, { stock_quantity, out_of_stock }])
  }
  expect(await logged(id)).toEqual(steps.map(([to, from]) => ({ action: 'product.stock_set', details: { from, to } })))
})

test('stock: a manual sold-out mark is removed by adding pieces, not by stopping to count', async () => {
  const { id } = await stocked(7)
  expect((await press(`${id}/sold-out`, { out_of_stock: true })).product.out_of_stock).toBe(true)
  const uncounted = await press(`${id}/stock`, { stock_quantity: null, seen: 7 })
  expect(uncounted.product).toMatchObject({ stock_quantity: null, out_of_stock: true })
  expect((await press(`${id}/stock`, { stock_quantity: 3, seen: null })).product.out_of_stock).toBe(false)
})

test('stock: negative, fractional and outdated numbers are refused with a sentence', async () => {
  const { id } = await stocked(7)
  const refused: [unknown, string][] = [
    [-1, 'Stan magazynowy nie może być ujemny'],
    [1.5, 'Podaj liczbę całkowitą.'],
    ['7', 'Niewłaściwa wartość.'],
    [10_000_000, 'Stan magazynowy jest zbyt duży'],
  ]
  for (const [stock_quantity, sentence] of refused) {
    const { status, error } = await press(`${id}/stock`, { stock_quantity, seen: 7 })
    expect([stock_quantity, status, error?.fields?.stock_quantity]).toEqual([stock_quantity, 400, sentence])
  }
  expect((await press(`${id}/stock`, { stock_quantity: 3 })).status).toBe(400)
  expect((await press(`${id}/stock`, { stock_quantity: 3, seen: 7, active: false })).status).toBe(400)
  expect((await find(id)).stock_quantity).toBe(7)
})

test('stock: a new number does not bring back pieces that were ordered since the admin read it', async () => {
  const seen = await stocked(2)
  const buyer = await api.customer()
  expect((await buyer.order(cart([seen.item]))).status).toBe(200)
  const late = await press(`${seen.id}/stock`, { stock_quantity: 10, seen: 2 })
  expect(late).toMatchObject({ status: 409, code: 'stock_changed', error: { details: { stock_quantity: 1 } } })
  expect(late.error?.message).toBe('Stan zmienił się w międzyczasie: teraz wynosi 1 szt. Sprawdź i zapisz ponownie.')
  expect((await press(`${seen.id}/stock`, { stock_quantity: 10, seen: 1 })).product.stock_quantity).toBe(10)
  // A sale is not an edit: a form opened before can still be saved.
  expect((await find(seen.id)).version).toBe(seen.version)
})

test('stock: setting it while the last piece is ordered neither adds nor sells a piece twice', async () => {
  const buyers = await Promise.all(Array.from({ length: 3 }, () => api.customer()))
  for (const buyer of buyers) {
    const { id, item } = await stocked(1)
    const [ordered, set] = await Promise.all([
      buyer.order(cart([item])),
      press(`${id}/stock`, { stock_quantity: 10, seen: 1 }),
    ])
    expect(ordered.status).toBe(200)
    expect((await find(id)).stock_quantity).toBe(set.status === 200 ? 9 : 0)
    if (set.status !== 200) expect(set.code).toBe('stock_changed')
  }
})

test('sold-out: the mark works with and without counted stock, is logged once, and at 0 requires pieces', async () => {
  for (const stock of [7, null]) {
    const { id } = await stocked(stock)
    const before = (await logged(id)).length
    for (const out_of_stock of [true, true, false]) {
      const { status, product } = await press(`${id}/sold-out`, { out_of_stock })
      expect([status, product]).toMatchObject([200, { out_of_stock, stock_quantity: stock }])
    }
    expect((await logged(id)).slice(before).map(({ details }) => details)).toEqual([
      { sold_out: true },
      { sold_out: false },
    ])
  }
  const { id } = await stocked(0)
  const refused = await press(`${id}/sold-out`, { out_of_stock: false })
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    'Nie ma ani jednej sztuki. Podaj, ile jest w magazynie.',
  ])
})
