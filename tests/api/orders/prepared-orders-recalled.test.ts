// An order by phone whose product is recalled while it waits for its buyer.
import { randomUUID } from 'node:crypto'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { productsOnSale } from '#tests/support/orders.ts'

let api: Api
let admin: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

async function prepare() {
  const [product] = await productsOnSale(api, 1, 2)
  const id = product?.id ?? ''
  const order = { items: [{ product_id: id, quantity: 2 }], hours: '24', email: null, code: null, place: null }
  const answer = await api.post('/api/admin/prepared-orders', order, { ...admin, 'Idempotency-Key': randomUUID() })
  const { link } = (await answer.json()) as { link: string }
  return { id, token: new URL(link).hash.slice(1) }
}

test('the cart of a prepared order says that its product was recalled meanwhile', async () => {
  const { id, token } = await prepare()
  const Cookie = cookieOf(await api.post('/api/prepared-order', { token }))
  const recalled = await api.post('/api/admin/recalls', { product_id: id, batch: 'R1', hazard: 'x' }, admin)
  expect(recalled.status).toBe(200)
  const [state] = (await (await api.post('/api/cart', { ids: [id] }, { Cookie })).json()) as { out_of_stock: boolean }[]
  expect(state?.out_of_stock).toBe(true)
})
