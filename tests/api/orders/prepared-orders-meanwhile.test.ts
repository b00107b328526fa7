// Orders by phone beside what happens while they wait: a recall, a closed locker, sizes of one name.
import { randomUUID } from 'node:crypto'
import type { PreparedOrder } from '#domain/prepared-orders/prepared-order.ts'
import lockers from '#sandbox/lockers.json' with { type: 'json' }
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale, toLocker } from '#tests/support/orders.ts'

let api: Api
let admin: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

const send = (order: object) =>
  api.post(
    '/api/admin/prepared-orders',
    { hours: '24', email: null, code: null, place: null, ...order },
    { ...admin, 'Idempotency-Key': randomUUID() },
  )
async function prepare(more: object = {}) {
  const [product] = await productsOnSale(api, 1, 2)
  const id = product?.id ?? ''
  const answer = await send({ items: [{ product_id: id, quantity: 2 }], ...more })
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
  // The page of the link does not promise it either.
  const again = (await (await api.post('/api/prepared-order', { token })).json()) as PreparedOrder
  expect(again).toMatchObject({ items: [], missing: 1 })
})

test('a link whose locker was closed meanwhile fills the form without it, so that its buyer chooses another', async () => {
  const closed = lockers.find((locker) => locker.status !== 'active')
  const place = { delivery: 'locker', ...toLocker, shippingMethod: undefined, selectedLocker: closed?.inpost_id }
  const { token } = await prepare({ place })
  const order = (await (await api.post('/api/prepared-order', { token })).json()) as PreparedOrder
  expect(order.place).toMatchObject({ firstName: 'Anna' })
  expect(order.locker).toBeNull()
})

test('the list and the refusal tell which size of a scent is meant', async () => {
  const { id } = await prepare()
  await api.db.updateTable('products').set({ volume_ml: 30 }).where('id', '=', id).execute()
  const [listed] = (await (await api.get('/api/admin/prepared-orders', admin)).json()) as {
    pieces: { name: string }[]
  }[]
  expect(listed?.pieces).toMatchObject([{ name: expect.stringMatching(/, 30\sml$/) }])
  const short = await errorOf(await send({ items: [{ product_id: id, quantity: 9 }] }))
  expect(short).toMatchObject({ details: { products: [{ name: expect.stringMatching(/, 30\sml$/) }] } })
})

test('a second link of the same product fills the cart with the pieces of both, opened once or again', async () => {
  const [product] = await productsOnSale(api, 1, 5)
  const id = product?.id ?? ''
  const tokens: string[] = []
  for (const quantity of [1, 2]) {
    const made = (await (await send({ items: [{ product_id: id, quantity }] })).json()) as { link: string }
    tokens.push(new URL(made.link).hash.slice(1))
  }
  let Cookie = ''
  const filled: number[][] = []
  for (const token of [tokens[0], tokens[1], tokens[0]]) {
    const answer = await api.post('/api/prepared-order', { token }, { Cookie })
    Cookie = cookieOf(answer)
    const { items } = (await answer.json()) as { items: { quantity: number; together: number }[] }
    filled.push(...items.map(({ quantity, together }) => [quantity, together]))
  }
  expect(filled).toEqual([
    [1, 1],
    [2, 3],
    [1, 3],
  ])
})

test('a buyer with two links orders the last pieces of both at once, and each link has ended', async () => {
  const products = await productsOnSale(api, 2, 1)
  const cookies: string[] = []
  for (const { id } of products) {
    const made = (await (await send({ items: [{ product_id: id, quantity: 1 }] })).json()) as { link: string }
    const token = new URL(made.link).hash.slice(1)
    cookies.push(cookieOf(await api.post('/api/prepared-order', { token }, { Cookie: cookies.at(-1) ?? '' })))
  }
  const Cookie = cookies.at(-1) ?? ''
  const ids = products.map(({ id }) => id)
  const states = (await (await api.post('/api/cart', { ids }, { Cookie })).json()) as { out_of_stock: boolean }[]
  expect(states).toMatchObject([{ out_of_stock: false }, { out_of_stock: false }])
  const buyer = await api.customer()
  const placed = await api.post('/api/create-cash-on-delivery-order', cart(products), {
    Cookie: `${buyer.cookie}; ${Cookie}`,
    'Idempotency-Key': randomUUID(),
  })
  expect(placed.status).toBe(200)
  const listed = (await (await api.get('/api/admin/prepared-orders', admin)).json()) as { ended_as: string }[]
  const [first, second] = listed.filter(({ ended_as }) => ended_as === 'ordered')
  expect(first).toMatchObject({ orders: [{}, {}] })
  expect(second).toMatchObject({ orders: [{}, {}] })
})
