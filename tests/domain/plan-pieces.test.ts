import fc from 'fast-check'
import type { StockedProduct } from '#domain/catalog/product.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { type OrderedItem, planPieces } from '#domain/orders/changes/plan-pieces.ts'
import { TAXED_RATES } from '#domain/papers/vat.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const IDS = Array.from({ length: 5 }, (_, index) => `0000000${index}-0000-4000-8000-000000000000`)

const product = (id: string): fc.Arbitrary<StockedProduct> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`Produkt ${id.slice(0, 8)}`),
    brand_name: fc.constant('Marka'),
    kind: fc.constantFrom('bottle', 'sample'),
    volume_ml: fc.constantFrom(null, 100),
    concentration: fc.constant(null),
    gender: fc.constantFrom(...GENDERS),
    price_grosze: fc.integer({ min: 1, max: 99_999 }),
    vat_rate: fc.constantFrom(...TAXED_RATES),
    stock_quantity: fc.option(fc.integer({ min: 0, max: 12 })),
    out_of_stock: fc.constant(false),
    active: fc.boolean(),
    brand_active: fc.constant(true),
    brand_is_original: fc.constant(true),
  })
const item = (id: string): fc.Arbitrary<OrderedItem> =>
  fc.record({
    product_id: fc.constant(id),
    product_name: fc.constant(`Produkt ${id.slice(0, 8)}`),
    facts: fc.constant('50 ml'),
    unit_price_grosze: fc.integer({ min: 1, max: 99_999 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    taken_from_stock: fc.boolean(),
    restocked: fc.constant(0),
    discount_grosze: fc.constant(0),
  })
const shop = fc.tuple(...IDS.map(product))
const order = fc.subarray(IDS, { minLength: 1 }).chain((ids) => fc.tuple(...ids.map(item)))
const wanted = fc
  .subarray(IDS, { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((productId) =>
        fc.record({ product_id: fc.constant(productId), quantity: fc.integer({ min: 1, max: 9 }) }),
      ),
    ),
  )

test('a plan leads to the wanted pieces at their price, and never takes more than the stock', () => {
  fc.assert(
    fc.property(shop, order, wanted, (products, items, target) => {
      const planned = planPieces(items, target, products)
      if (!planned.ok) return
      const { changed, added, taken, returned, differenceGrosze } = planned.value
      const after = new Map(
        items.map(({ product_id, quantity, unit_price_grosze }) => [
          product_id,
          { quantity, price: unit_price_grosze },
        ]),
      )
      for (const { productId, quantity } of changed) {
        const before = after.get(productId)
        if (quantity === 0) after.delete(productId)
        else if (before) after.set(productId, { ...before, quantity })
      }
      for (const { productId, quantity, priceGrosze } of added) after.set(productId, { quantity, price: priceGrosze })
      expect(Object.fromEntries([...after].map(([id, { quantity }]) => [id, quantity]))).toEqual(
        Object.fromEntries(target.map(({ product_id, quantity }) => [product_id, quantity])),
      )
      const sum = (rows: Iterable<{ quantity: number; price: number }>) =>
        [...rows].reduce((total, { quantity, price }) => total + quantity * price, 0)
      const before = sum(items.map(({ quantity, unit_price_grosze }) => ({ quantity, price: unit_price_grosze })))
      expect(sum(after.values()) - before).toBe(differenceGrosze)
      for (const { product_id, quantity } of taken) {
        const { stock_quantity } = products.find(({ id }) => id === product_id) ?? {}
        expect(quantity).toBeLessThanOrEqual(stock_quantity ?? 0)
      }
      // The pieces taken from counted stock equal those that the order holds, before and after.
      for (const { id, stock_quantity } of products) {
        if (stock_quantity === null) continue
        const held = items.find(({ product_id }) => product_id === id)
        const planned =
          changed.find(({ productId }) => productId === id) ?? added.find(({ productId }) => productId === id)
        if (!planned) continue
        const heldBefore = held?.taken_from_stock ? held.quantity : 0
        const heldAfter = planned.takenFromStock ? planned.quantity : 0
        const moved = (rows: typeof taken) => rows.find(({ product_id }) => product_id === id)?.quantity ?? 0
        expect(heldBefore + moved(taken) - moved(returned)).toBe(heldAfter)
      }
    }),
  )
})

const one = (id: string, more: Partial<OrderedItem> = {}): OrderedItem => ({
  product_id: id,
  product_name: 'Oud',
  facts: '50 ml',
  unit_price_grosze: 5_000,
  discount_grosze: 0,
  quantity: 2,
  taken_from_stock: true,
  restocked: 0,
  ...more,
})
const stocked = (id: string, stock_quantity: number | null, more: Partial<StockedProduct> = {}): StockedProduct => ({
  id,
  name: 'Oud',
  brand_name: 'Marka',
  kind: 'bottle',
  volume_ml: 100,
  concentration: null,
  gender: 'unisex',
  price_grosze: 6_000,
  vat_rate: '23',
  stock_quantity,
  out_of_stock: stock_quantity === 0,
  active: true,
  brand_active: true,
  brand_is_original: false,
  ...more,
})
const [A = '', B = ''] = IDS

test('pieces of an item keep its price, another product comes at its present one', () => {
  const planned = planPieces(
    [one(A)],
    [
      { product_id: A, quantity: 3 },
      { product_id: B, quantity: 1 },
    ],
    [stocked(A, 4), stocked(B, null, { name: 'Róża' })],
  )
  expect(planned).toMatchObject({
    ok: true,
    value: {
      differenceGrosze: 11_000,
      taken: [{ product_id: A, quantity: 1 }],
      lines: [
        { what: 'Oud · 50 ml', before: '2', after: '3' },
        { what: 'Róża · 100\u00a0ml', before: '0', after: '1' },
      ],
    },
  })
})

test('a product with too few pieces or not on sale is refused by name; removing pieces needs no stock', () => {
  expect(planPieces([one(A)], [{ product_id: A, quantity: 5 }], [stocked(A, 2)])).toMatchObject({
    failure: { reason: 'out_of_stock', products: [{ name: 'Oud, 50 ml', left: 2 }] },
  })
  expect(planPieces([one(A)], [{ product_id: A, quantity: 3 }], [stocked(A, 0)])).toMatchObject({
    failure: { reason: 'out_of_stock', products: [{ left: 0 }] },
  })
  expect(planPieces([one(A)], [{ product_id: A, quantity: 3 }], [stocked(A, 9, { active: false })])).toMatchObject({
    failure: { reason: 'added_product_gone', names: ['Oud, 50 ml'] },
  })
  expect(planPieces([one(A)], [{ product_id: A, quantity: 1 }], [stocked(A, 0, { active: false })])).toMatchObject({
    value: { returned: [{ product_id: A, quantity: 1 }], differenceGrosze: -5_000 },
  })
})

test('pieces that a return put back are not put back again', () => {
  const planned = planPieces([one(A, { quantity: 3, restocked: 1 })], [{ product_id: A, quantity: 1 }], [stocked(A, 4)])
  expect(planned).toMatchObject({
    value: { changed: [{ quantity: 1, restocked: 1 }], returned: [{ product_id: A, quantity: 2 }] },
  })
})
