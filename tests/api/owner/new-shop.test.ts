import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { COURIER, cart, PREPAID_COURIER } from '#tests/support/orders.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let admin: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

async function readSteps(): Promise<Record<string, boolean>> {
  const { steps } = (await (await api.get('/api/admin/setup', admin)).json()) as {
    steps: { key: string; done: boolean }[]
  }
  return Object.fromEntries(steps.map(({ key, done }) => [key, done]))
}

test('a shop without the demo begins empty, with delivery costs, and can sell its first product', async () => {
  expect(await (await api.get('/api/products')).json()).toMatchObject({ items: [], total: 0 })
  expect(await (await api.get('/api/shipping-costs')).json()).toMatchObject({
    kurier_cod: COURIER,
    kurier_prepaid: PREPAID_COURIER,
  })
  expect(await readSteps()).toMatchObject({ 'demo-goods': true, 'first-product': false, 'shipping-costs': false })

  const product = await api.db
    .insertInto('products')
    .values((eb) => ({
      name: 'Pierwszy Zapach',
      slug: 'pierwszy-zapach',
      gender: 'women',
      price_grosze: 5000,
      brand_id: eb.selectFrom('brands').select('id').limit(1),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await readSteps()).toMatchObject({ 'first-product': true, 'shipping-costs': false })
  const buyer = await api.customer()
  const placed = await buyer.order(cart([{ id: product.id, name: 'Pierwszy Zapach', price: 50, quantity: 1 }]))
  expect(placed.status).toBe(200)
})

test('saving delivery costs, even unchanged, confirms them', async () => {
  type Costs = { items: { id: string; preset: boolean }[] }
  const read = async () => (await (await api.get('/api/admin/shipping-costs', admin)).json()) as Costs
  const [preset] = (await read()).items
  expect(preset).toMatchObject({ preset: true })
  const same = { kurier_prepaid: 15.99, kurier_cod: 19.99, paczkomat_prepaid: 12.99, paczkomat_cod: 16.99 }
  const saved = await api.post(
    '/api/admin/shipping-costs',
    { ...same, free_delivery_from: null, seen: preset?.id },
    admin,
  )
  expect(saved.status).toBe(200)
  expect((await read()).items.map((costs) => costs.preset)).toEqual([false, true])
  expect(await readSteps()).toMatchObject({ 'shipping-costs': true })
})
