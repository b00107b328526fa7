import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StockedProduct } from '#domain/catalog/product.ts'
import { groupIntoOrders, mergeItems, type PricedItem, priceOrder, type ShopState } from '#domain/checkout/pricing.ts'
import { groszeToZl, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import {
  calculateShippingCost,
  calculateSurcharge,
  missingToFreeDelivery,
  PAYMENT_METHODS,
  parseShippingMethod,
  SHIPPING_METHODS,
  type ShippingChoice,
  type ShippingCosts,
} from '#domain/kernel/order-words/shipping-method.ts'
import { TAXED_RATES } from '#domain/papers/vat.ts'

const amount = fc.integer({ min: 0, max: 100_000_000 })

test('splitGrosze: parts add up to exactly what was split, and none is negative', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 }).filter((all) => all.some(Boolean))
  fc.assert(
    fc.property(amount, weights, (whole, parts) => {
      const split = splitGrosze(whole, parts)
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(whole)
      expect(split.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
    }),
  )
})

test('splitGrosze: even parts differ by a grosz at most, the larger ones first', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 50 }), (whole, count) => {
      const split = splitGrosze(whole, Array<number>(count).fill(1))
      expect((split[0] ?? 0) - (split.at(-1) ?? 0)).toBeLessThanOrEqual(1)
      expect(split).toEqual(split.toSorted((a, b) => b - a))
    }),
  )
})

test('zlToGrosze: reverses groszeToZl, and refuses other fractions', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (grosze) => zlToGrosze(groszeToZl(grosze)) === grosze))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e8 }), fc.integer({ min: 1, max: 9 }), (grosze, tenths) => {
      expect(zlToGrosze(Number(`${(grosze / 100).toFixed(2)}${tenths}`))).toBeUndefined()
    }),
  )
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2, 1e300])
    expect(zlToGrosze(value)).toBeUndefined()
})

const product = fc.record<StockedProduct>({
  id: fc.uuid(),
  name: fc.string(),
  brand_name: fc.constantFrom('Perfumy Arabskie', 'Inna'),
  kind: fc.constantFrom('bottle', 'sample'),
  volume_ml: fc.constantFrom(null, 100),
  concentration: fc.constantFrom(null, 'Woda perfumowana'),
  gender: fc.constantFrom(...GENDERS),
  price_grosze: fc.integer({ min: 1, max: 99_999 }),
  vat_rate: fc.constantFrom(...TAXED_RATES),
  stock_quantity: fc.option(fc.integer({ min: 1, max: 120 })),
  out_of_stock: fc.constant(false),
  active: fc.constant(true),
  brand_active: fc.constant(true),
  brand_is_original: fc.boolean(),
})
const products = fc.uniqueArray(product, { selector: ({ id }) => id, minLength: 1, maxLength: 50 })
const cost = fc.integer({ min: 0, max: 99_999 })
const shop = fc.record<ShopState>({
  products,
  hideSubstitutes: fc.constant(false),
  costs: fc.record<ShippingCosts>({
    rates: fc.record({
      prepaid_courier: cost,
      cash_on_delivery_courier: cost,
      prepaid_locker: cost,
      cash_on_delivery_locker: cost,
    }),
    free_delivery_from_grosze: fc.option(fc.integer({ min: 1, max: 2_000_000 })),
    cod_limit_grosze: fc.constant(1_000_000_000),
  }),
})
const choice = fc.constantFrom(...SHIPPING_METHODS.map(parseShippingMethod))
const quantities = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 50, maxLength: 50 })

const itemsFor = (state: ShopState, wanted: number[]) =>
  state.products.map(({ id, price_grosze }, index) => ({
    productId: id,
    quantity: wanted[index] ?? 1,
    shownPriceGrosze: price_grosze,
  }))

/** The sums that a buyer sees for these items: the products and their delivery. */
function showSums(state: ShopState, items: { quantity: number; shownPriceGrosze: number }[], way: ShippingChoice) {
  const itemsGrosze = items.reduce((sum, item) => sum + item.quantity * item.shownPriceGrosze, 0)
  return { itemsGrosze, shownShippingGrosze: calculateShippingCost(state.costs, way, itemsGrosze) }
}

test('priceOrder: accepts only the shown prices, and its orders add up to the total in whole grosze', () => {
  fc.assert(
    fc.property(shop, quantities, choice, (state, wanted, way) => {
      const items = itemsFor(state, wanted)
      const { itemsGrosze, shownShippingGrosze } = showSums(state, items, way)
      const result = priceOrder({ ...way, items, shownShippingGrosze, shownDiscountGrosze: 0 }, state, null)
      const short = state.products.filter((item, index) => (item.stock_quantity ?? 99) < (wanted[index] ?? 1))
      if (!result.ok) {
        expect(result.failure).toMatchObject({ reason: 'out_of_stock', products: short.map(({ id }) => ({ id })) })
        return
      }
      expect(short).toEqual([])
      const { shippingGrosze } = result.value
      expect(shippingGrosze).toBe(shownShippingGrosze)
      for (const payment of PAYMENT_METHODS) {
        const orders = groupIntoOrders(payment, result.value)
        const sold = orders.reduce((sum, order) => sum + order.itemsGrosze + order.shippingGrosze, 0)
        expect(sold).toBe(itemsGrosze + shownShippingGrosze)
      }
    }),
  )
})

test('free delivery: applies exactly from its sum on, without a surcharge for paying on delivery', () => {
  const plenty = shop.map((state) => ({
    ...state,
    products: state.products.map((item) => ({ ...item, stock_quantity: null })),
  }))
  const beside = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -100_000, max: 100_000 }))
  fc.assert(
    fc.property(plenty, quantities, choice, beside, (state, wanted, way, by) => {
      const items = itemsFor(state, wanted)
      const { itemsGrosze } = showSums(state, items, way)
      const from = itemsGrosze + by
      fc.pre(from > 0)
      const costs = { ...state.costs, free_delivery_from_grosze: from }
      const full = calculateShippingCost({ ...costs, free_delivery_from_grosze: null }, way, itemsGrosze)
      const due = itemsGrosze >= from ? 0 : full
      const price = (shownShippingGrosze: number) =>
        priceOrder({ ...way, items, shownShippingGrosze, shownDiscountGrosze: 0 }, { ...state, costs }, null)
      expect(price(due)).toMatchObject({ ok: true, value: { shippingGrosze: due } })
      expect(missingToFreeDelivery(costs, itemsGrosze)).toBe(by > 0 ? by : null)
      expect(calculateSurcharge(costs, way, itemsGrosze)).toBeLessThanOrEqual(due)
      // A buyer who saw the cost of the other side of the threshold reads so, in both directions.
      const other = due === 0 ? full : 0
      if (other === due) return
      expect(price(other)).toMatchObject({
        ok: false,
        failure: {
          reason: 'price_changed',
          shipping: { oldGrosze: other, newGrosze: due },
          total: { oldGrosze: itemsGrosze + other, newGrosze: itemsGrosze + due },
        },
      })
    }),
  )
})

test('free delivery: depends on the shop’s prices, not on the sent ones', () => {
  fc.assert(
    fc.property(shop, choice, fc.integer({ min: 1, max: 1_000_000 }), (state, way, more) => {
      const [product] = state.products.map((item) => ({ ...item, stock_quantity: null }))
      if (!product) throw new Error('no product')
      const from = product.price_grosze + more
      const costs = { ...state.costs, free_delivery_from_grosze: from }
      const items = [{ productId: product.id, quantity: 1, shownPriceGrosze: from }]
      const result = priceOrder(
        { ...way, items, shownShippingGrosze: 0, shownDiscountGrosze: 0 },
        { ...state, products: [product], costs },
        null,
      )
      expect(result.ok || result.failure).toMatchObject({
        reason: 'price_changed',
        shipping: { newGrosze: calculateShippingCost(costs, way, null) },
      })
    }),
  )
})

const pricedItems = fc.array(
  fc.record<PricedItem>({ product, quantity: fc.integer({ min: 1, max: 99 }), discountGrosze: fc.constant(0) }),
  {
    minLength: 1,
    maxLength: 50,
  },
)

test('groupIntoOrders: makes an order per item on delivery, one order prepaid, and loses or moves no item', () => {
  fc.assert(
    fc.property(pricedItems, amount, (items, shippingGrosze) => {
      const onDelivery = groupIntoOrders('cash_on_delivery', { priced: items, shippingGrosze, waivedGrosze: 0 })
      expect(onDelivery.map((order) => order.items)).toEqual(items.map((item) => [item]))
      expect(
        groupIntoOrders('prepaid', { priced: items, shippingGrosze, waivedGrosze: 0 }).map((order) => order.items),
      ).toEqual([items])
    }),
  )
})

test('groupIntoOrders: shipping is split to the grosz, and the sums are equal however it is paid', () => {
  fc.assert(
    fc.property(pricedItems, amount, (items, shippingGrosze) => {
      for (const payment of PAYMENT_METHODS) {
        const orders = groupIntoOrders(payment, { priced: items, shippingGrosze, waivedGrosze: 0 })
        const parts = orders.map((order) => order.shippingGrosze)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(shippingGrosze)
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
        expect(orders.reduce((sum, order) => sum + order.itemsGrosze, 0)).toBe(
          items.reduce((sum, { product: { price_grosze }, quantity }) => sum + price_grosze * quantity, 0),
        )
        expect(orders.flatMap((order) => [order.itemsGrosze, order.shippingGrosze]).every(Number.isSafeInteger)).toBe(
          true,
        )
      }
    }),
  )
})

test('priceOrder: refuses any figure that differs from the shop’s, with both', () => {
  const difference = fc.integer({ min: -50_000, max: 50_000 }).filter(Boolean)
  fc.assert(
    fc.property(shop, choice, fc.nat(), fc.boolean(), difference, (state, way, pick, shipping, by) => {
      const plenty = { ...state, products: state.products.map((item) => ({ ...item, stock_quantity: null })) }
      const items = itemsFor(plenty, [])
      const { shownShippingGrosze } = showSums(plenty, items, way)
      const item = items[pick % items.length]
      if (item && !shipping) item.shownPriceGrosze += by
      const shown = shownShippingGrosze + (shipping ? by : 0)
      const result = priceOrder({ ...way, items, shownShippingGrosze: shown, shownDiscountGrosze: 0 }, plenty, null)
      expect(result.ok || result.failure).toMatchObject({ reason: 'price_changed' })
      if (result.ok || result.failure.reason !== 'price_changed') return
      const { total } = result.failure
      expect(total.oldGrosze - total.newGrosze).toBe(by)
    }),
  )
})

test('mergeItems: loses no piece and repeats no product', () => {
  const item = fc.record({
    productId: fc.constantFrom('a', 'A', 'b', 'c'),
    quantity: fc.integer({ min: 1, max: 20 }),
    shownPriceGrosze: fc.constant(100),
  })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (items) => {
      const merged = mergeItems(items)
      if (!merged.ok) throw new Error('four items of 20 fit')
      const ids = merged.value.map(({ productId }) => productId)
      expect(new Set(ids).size).toBe(ids.length)
      const pieces = (all: readonly { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(pieces(merged.value)).toBe(pieces(items))
    }),
  )
})
