// What no field of the protocol expects is answered in its form, breaks nothing and leaves the books equal.
import fc from 'fast-check'
import { vi } from 'vitest'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import { log } from '#domain/kernel/log.ts'
import { allegroOrder, openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { productsOnSale } from '#tests/support/orders.ts'

const test = base

const HOSTILE = [
  null,
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\uffff\ufeff',
  "'; drop table orders; --",
  '%_\\',
  '{"a":',
  '[[1],{"id":[]}]',
  '[]',
  'null',
  '__proto__',
  '-1',
  '0',
  '0.1',
  '19.999999999999996',
  '1e999',
  '99999999999999999999',
  'x'.repeat(5000),
  'x,'.repeat(300),
  -1,
  1.5,
  1e21,
  -2_147_483_649,
  [],
  { constructor: { prototype: 1 } },
  [[[[[[]]]]]],
] as const

test('hostile fields of every method are answered by the protocol, with no internal error', async ({ newApi }) => {
  const api = await newApi({ limitFactor: 100_000 })
  const failed = vi.spyOn(log, 'error')
  const { call, add, differences } = await openBaselinker(api)
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product')
  const { number } = await add()
  const calls: Record<string, Record<string, unknown>> = {
    ProductsList: {
      category_id: '',
      filter_limit: 10,
      filter_sort: 'name ASC',
      filter_ids_list: '1',
      filter_ean: '',
      page: 1,
    },
    ProductsData: { products_id: toProductId(product.id), only_images: 0 },
    ProductsPrices: { page: 1 },
    ProductsQuantity: { page: 1 },
    ProductsQuantityUpdate: { products: [{ product_id: toProductId(product.id), operation: 'change', quantity: 0 }] },
    OrdersGet: { time_from: 1, id_from: 0, only_paid: 0, order_id: number, page: 1 },
    OrderUpdate: { orders_ids: number, order_ids: number, update_type: 'delivery_number', update_value: '123' },
    OrderAdd: allegroOrder([product]),
  }
  const change = fc.record({
    at: fc.nat(),
    value: fc.oneof(fc.constantFrom(...HOSTILE), fc.string(), fc.json(), fc.jsonValue()),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(calls)),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.option(change, { nil: undefined }),
      async (action, changes, ofProduct) => {
        const fields: Record<string, unknown> = structuredClone(calls[action] ?? {})
        if (ofProduct && Array.isArray(fields.products)) spoil(fields.products[0], ofProduct)
        for (const made of changes) spoil(fields, made)
        const answer = await call<{ error_code?: string; error_text?: string } | null>(action, fields)
        expect(answer?.error_code).not.toBe('internal_error')
        expect(JSON.stringify(answer)).not.toMatch(/\bat .+:\d+:\d+|node_modules|SQLSTATE|syntax error|undefined/)
      },
    ),
    { numRuns: 500 },
  )
  expect(failed.mock.calls).toEqual([])
  expect(await differences()).toEqual([])
})

function spoil(fields: Record<string, unknown>, { at, value }: { at: number; value: unknown }): void {
  const names = Object.keys(fields)
  const name = names[at % names.length]
  if (name) fields[name] = value
}
