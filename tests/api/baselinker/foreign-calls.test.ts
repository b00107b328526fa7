// Calls as integration files and PHP make them: nested fields of a form, null and empty values, whole numbers with
// decimals; and messages about a parcel that come late, again or in another order.
import { toProductId } from '#domain/baselinker/baselinker.ts'
import type { Api } from '#tests/support/api.ts'
import { allegroOrder, findOrder, openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { productsOnSale } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let baselinker: Awaited<ReturnType<typeof openBaselinker>>
test.beforeAll(async ({ api: started }) => {
  api = started
  baselinker = await openBaselinker(api)
})

const totalOf = async (answer: Record<string, unknown>) => {
  expect(answer).toEqual({ order_id: expect.any(Number) })
  return findOrder(api, Number(answer.order_id))
}

test('OrderAdd with nested fields of a form, decimals of whole numbers and amounts with a comma', async () => {
  const [item] = await productsOnSale(api, 1, 9)
  const id = item?.id ?? ''
  const { products: _, ...order } = allegroOrder([])
  const added = await totalOf(
    await baselinker.call('OrderAdd', {
      ...order,
      delivery_price: '0',
      'products[0][id]': toProductId(id),
      'products[0][variant_id]': '',
      'products[0][name]': '',
      'products[0][price]': '59,90',
      'products[0][quantity]': '2.0000',
      'products[0][tax]': '23',
    }),
  )
  expect(added).toMatchObject({ total_grosze: 11_980, status: 'paid' })
  expect(await baselinker.stockOf(id)).toBe(7)
})

test('OrderAdd with nulls beside what is known: numbers as text, a payment of nothing is none', async () => {
  const [item] = await productsOnSale(api, 1, 9)
  const product = { id: toProductId(item?.id ?? ''), variant_id: null, name: null, price: '49.90', quantity: '1' }
  const order = { paid: '0.00', delivery_price: '9.9900', invoice_nip: '', products: [{ ...product, sku: null }] }
  const added = await totalOf(await baselinker.call('OrderAdd', allegroOrder([], order)))
  expect(added).toMatchObject({ total_grosze: 5_989, status: 'pending' })
})

test('ProductsQuantityUpdate with nulls, an empty operation and decimals of whole pieces', async () => {
  const [item] = await productsOnSale(api, 1, 9)
  const row = { product_id: toProductId(item?.id ?? ''), variant_id: null, operation: '', quantity: '4.00' }
  expect(await baselinker.call('ProductsQuantityUpdate', { products: [row] })).toEqual({ counter: 1 })
  expect(await baselinker.stockOf(item?.id ?? '')).toBe(4)
  const half = await baselinker.refusal('ProductsQuantityUpdate', { products: [{ ...row, quantity: '2.5' }] })
  expect(half.error_text).toContain('to nie jest liczba całkowita')
})

test('OrderUpdate: what comes late does not take a parcel back, and says no word of payment', async () => {
  const { number, id } = await baselinker.add({ paid: 0 })
  const update = (update_type: string, update_value: unknown) =>
    baselinker.call('OrderUpdate', { orders_ids: `${number}`, update_type, update_value })
  const place = async () => {
    const { shipment } = await baselinker.orders.read(id)
    return shipment?.status
  }
  expect(await update('paid', '0.00')).toEqual({ counter: 1 })
  expect(await update('paid', 'no')).toEqual({ counter: 1 })
  expect(await baselinker.orders.statusOf(id)).toBe('pending')
  await update('paid', 1)
  for (const status of ['shipped', 'processing', 'paid']) expect(await update('status', status)).toEqual({ counter: 1 })
  expect(await place()).toBe('shipped')
  for (const status of ['delivered', 'shipped', 'processing']) {
    expect(await update('status', status)).toEqual({ counter: 1 })
  }
  expect(await place()).toBe('delivered')
  expect(await baselinker.differences()).toEqual([])
})
