import { request } from 'node:http'
import { describe } from 'vitest'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale } from '#tests/support/orders.ts'

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

describe('any call', () => {
  test.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Origin: undefined, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: undefined, 'Sec-Fetch-Site': 'same-site' },
  ])('refuses a page of another origin: %j', async (headers) => {
    const answer = await rawPost('/api/cart', '{"ids":[]}', headers)
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden_origin' } } })
  })

  test.each([
    { Origin: 'http://localhost:3000' },
    { Origin: undefined },
    { Origin: undefined, 'Sec-Fetch-Site': 'same-origin' },
  ])('accepts own pages and programs: %j', async (headers) => {
    expect(await rawPost('/api/cart', '{"ids":[]}', headers)).toEqual({ status: 200, body: [] })
  })

  test.each(['{', '', 'null', '[1', '"x"', '{"ids":["a"]', 'NaN'])('refuses the body %j', async (body) => {
    expect(await errorOf(await api.post('/api/cart', body))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('refuses content of type %s', async (type) => {
    const answer = await api.post('/api/cart', '{"ids":[]}', { 'Content-Type': type })
    expect(await errorOf(answer)).toMatchObject({ status: 400, message: 'Wyślij dane w formacie JSON.' })
  })

  test('names unknown fields', async () => {
    const error = await errorOf(await api.post('/api/cart', { ids: [], admin: true }))
    expect(error).toMatchObject({ status: 400, fields: { admin: 'Nieznane pole' } })
  })

  test('refuses a body beyond 64 KiB, with or without a Content-Length', async () => {
    const buyer = await api.customer()
    const huge = cart([{ id: 'x', name: 'x'.repeat(70_000), price: 1, quantity: 1 }])
    expect(await errorOf(await buyer.order(huge))).toMatchObject({ status: 413, code: 'body_too_large' })
    const streamed = await rawPost('/api/cart', JSON.stringify(huge), { Origin: undefined })
    expect(streamed).toMatchObject({ status: 413 })
  })

  test('refuses unknown addresses and methods', async () => {
    expect(await errorOf(await api.get('/api/nie-ma'))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await errorOf(await api.get('/api/cart'))).toMatchObject({ status: 404, code: 'not_found' })
    const personal = await api.get('/api/me/orders')
    expect(personal.headers.get('cache-control')).toBe('no-store')
  })
})

/** Sends without the headers of fetch. The body is sent in chunks without a length. */
function rawPost(path: string, body: string, headers: Record<string, string | undefined>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>()
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const sent = request(
    api.base + path,
    { method: 'POST', headers: { 'Content-Type': 'application/json', ...Object.fromEntries(given) } },
    async (answer) => resolve({ status: answer.statusCode, body: JSON.parse((await answer.toArray()).join('')) }),
  )
  sent.on('error', reject)
  sent.write(body)
  sent.end()
  return promise
}

test('GET shop settings and shipping costs: answer zł and grosze, and what is offered', async () => {
  expect(await (await api.get('/api/shop-settings')).json()).toEqual({ id: 1, hide_substitutes: false })
  expect(await (await api.get('/api/shipping-costs')).json()).toMatchObject({
    kurier_prepaid: 15.99,
    kurier_cod: 19.99,
    paczkomat_prepaid: 12.99,
    paczkomat_cod: 16.99,
    kurier_cod_grosze: 1999,
    offered: [
      { method: 'prepaid_locker', cost: 12.99, cost_grosze: 1299 },
      { method: 'prepaid_courier', cost: 15.99, cost_grosze: 1599 },
      { method: 'cash_on_delivery_locker', cost: 16.99, cost_grosze: 1699 },
      { method: 'cash_on_delivery_courier', cost: 19.99, cost_grosze: 1999 },
    ],
  })
})

test('POST cart: answers the present state of its products', async () => {
  const [plenty, few, soldOut, gone] = await productsOnSale(api, 4, 5)
  if (!plenty || !few || !soldOut || !gone) throw new Error('the demo catalogue is too small')
  const change = (id: string, changes: object) =>
    api.db.updateTable('products').set(changes).where('id', '=', id).execute()
  await change(few.id, { stock_quantity: 4, price_grosze: 7777 })
  await change(soldOut.id, { out_of_stock: true })
  await change(gone.id, { active: false })
  const ids = [gone.id, 'nic', soldOut.id, few.id, plenty.id, '00000000-0000-4000-8000-000000000000']
  const answer = await api.post('/api/cart', { ids })
  expect(await answer.json()).toEqual([
    { id: gone.id, gone: true },
    { id: 'nic', gone: true },
    expect.objectContaining({ id: soldOut.id, gone: false, out_of_stock: true, pieces_left: 0 }),
    {
      id: few.id,
      gone: false,
      name: few.name,
      current_price_pln: 77.77,
      current_price_cents: 7777,
      lowest_price_cents: null,
      reduced_until: null,
      out_of_stock: false,
      pieces_left: 4,
      // Which products have further sizes is up to the demo.
      sizes: expect.any(Array),
    },
    expect.objectContaining({ id: plenty.id, pieces_left: null }),
    { id: '00000000-0000-4000-8000-000000000000', gone: true },
  ])
  expect((await api.post('/api/cart', { ids: Array(51).fill('x') })).status).toBe(400)
})

describe('POST parcel lockers', () => {
  const find = (body: object) => api.post('/api/get-parcel-lockers', body)

  // Runs before the adapter has cached anything.
  test('refuses too little to search by, and while the directory does not answer', async () => {
    for (const query of [{}, { post_code: '00-0' }, { search: ' a ' }]) {
      expect(await errorOf(await find(query))).toMatchObject({ status: 400, code: 'query_too_short' })
    }
    await api.mailbox.planFault({ service: 'inpost', mode: 'error', times: 100 })
    expect(await errorOf(await find({ search: 'Szczecin' }))).toMatchObject({
      status: 503,
      code: 'lockers_unavailable',
    })
    await api.mailbox.clearFaults()
  })

  test('finds them by postal code and by words', async () => {
    for (const query of [{ post_code: '00-020' }, { search: 'Chmielna' }, { search: 'DEMO-WAW-001' }]) {
      const lockers = (await (await find(query)).json()) as { inpost_id: string; status: string }[]
      expect(lockers.map((locker) => locker.inpost_id)).toContain('DEMO-WAW-001')
      expect(new Set(lockers.map((locker) => locker.status))).toEqual(new Set(['active']))
    }
  })
})
