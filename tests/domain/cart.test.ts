import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cart,
  type CartAction,
  type CartItem,
  changeCart,
  countItems,
  parseStoredCart,
  serializeCart,
  sumCart,
} from '#domain/cart/cart.ts'
import { findLineBlock, priceChanges } from '#domain/cart/cart-state.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'

const anItem = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
  name: fc.string(),
  price: fc.integer({ min: 1, max: 99_999 }).map(groszeToZl),
  quantity: fc.integer({ min: 1, max: 99 }),
  image_url: fc.option(fc.string()),
  brand_name: fc.string(),
  slug: fc.string(),
}) satisfies fc.Arbitrary<CartItem>

const aCart: fc.Arbitrary<Cart> = fc.uniqueArray(anItem, { selector: (item) => item.id, maxLength: 5 })

const anAction: fc.Arbitrary<CartAction> = fc.oneof(
  fc.record({ type: fc.constant('add' as const), item: anItem }),
  fc.record({ type: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
  fc.record({
    type: fc.constant('set-quantity' as const),
    id: fc.constantFrom('a', 'b', 'c'),
    quantity: fc.oneof(fc.integer({ min: -5, max: 200 }), fc.constant(Number.NaN), fc.constant(1e12)),
  }),
  fc.record({ type: fc.constant('put-back' as const), item: anItem, index: fc.nat(8) }),
  fc.constant({ type: 'clear' as const }),
)

const item = (id: string, fields: Partial<CartItem> = {}): CartItem => ({
  id,
  name: `Perfumy ${id}`,
  price: 119.9,
  quantity: 1,
  image_url: null,
  brand_name: 'Perfumy Arabskie',
  ...fields,
})

describe('the cart', () => {
  it('keeps one line per product with 1 to 99 pieces, whatever is done to it', () => {
    fc.assert(
      fc.property(aCart, fc.array(anAction, { maxLength: 30 }), (start, actions) => {
        const cart = actions.reduce(changeCart, start)
        expect(new Set(cart.map(({ id }) => id)).size).toBe(cart.length)
        for (const { quantity } of cart) {
          expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 99).toBe(true)
        }
        expect(Number.isSafeInteger(sumCart(cart))).toBe(true)
      }),
    )
  })

  it('adds a new product once, raises an existing one by 1, and keeps other fields', () => {
    const once = changeCart([], { type: 'add', item: item('a', { quantity: 7, slug: 'a-slug' }) })
    expect(once).toEqual([item('a', { quantity: 1, slug: 'a-slug' })])
    const twice = changeCart(once, { type: 'add', item: item('a', { price: 1 }) })
    expect(twice).toEqual([item('a', { quantity: 2, slug: 'a-slug' })])
  })

  it('stops at 99 pieces and at 50 different products', () => {
    const full = changeCart([item('a', { quantity: 99 })], { type: 'add', item: item('a') })
    expect(full[0]?.quantity).toBe(99)
    const fifty = Array.from({ length: 50 }, (_, index) => item(`p${index}`))
    expect(changeCart(fifty, { type: 'add', item: item('one-more') })).toHaveLength(50)
  })

  it('removes at quantity 0 or less', () => {
    for (const quantity of [0, -1, Number.NaN]) {
      expect(changeCart([item('a')], { type: 'set-quantity', id: 'a', quantity })).toEqual([])
    }
  })

  it('puts a removed item back where it was, unless it was added again', () => {
    const cart = [item('a'), item('b', { quantity: 3 }), item('c')]
    const without = changeCart(cart, { type: 'remove', id: 'b' })
    expect(changeCart(without, { type: 'put-back', item: item('b', { quantity: 3 }), index: 1 })).toEqual(cart)
    expect(changeCart(cart, { type: 'put-back', item: item('b', { quantity: 9 }), index: 0 })).toBe(cart)
  })

  it('adds up in whole grosze: total is the sum of price x quantity, count the sum of quantities', () => {
    expect(sumCart([item('a', { price: 0.1, quantity: 3 }), item('b', { price: 19.99, quantity: 2 })])).toBe(4028)
    expect(countItems([item('a', { quantity: 3 }), item('b', { quantity: 2 })])).toBe(5)
    fc.assert(
      fc.property(aCart, (cart) => {
        const grosze = cart.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0)
        expect(sumCart(cart)).toBe(grosze)
      }),
    )
  })
})

describe('the saved cart', () => {
  it('is read as it was saved', () => {
    fc.assert(
      fc.property(aCart, (cart) => {
        const stored = parseStoredCart(serializeCart(cart))
        expect(stored).toEqual({ ok: true, value: { cart: JSON.parse(JSON.stringify(cart)), dropped: 0 } })
      }),
    )
  })

  it('never throws and never lets nonsense in', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.array(fc.anything()).map(unsafeJson)), (raw) => {
        const stored = parseStoredCart(raw)
        if (stored.ok) expect(Number.isSafeInteger(sumCart(stored.value.cart))).toBe(true)
      }),
    )
  })

  it('is unreadable if it is no list', () => {
    for (const raw of ['', '{', '{}', 'null', '"cart"', '7']) {
      expect(parseStoredCart(raw)).toEqual({ ok: false, failure: { reason: 'unreadable' } })
    }
  })

  it('loses only invalid items', () => {
    const bad = [
      null,
      'a',
      item(''),
      item('x', { price: -1 }),
      item('x', { price: 0 }),
      item('x', { price: 1.005 }),
      { ...item('x'), price: '119.90' },
      item('x', { quantity: 0 }),
      item('x', { quantity: 1.5 }),
      { ...item('x'), quantity: '2' },
      { ...item('x'), name: 7 },
      item('x'.repeat(101)),
      item('x', { price: 1e9 }),
      item('a', { quantity: 5 }),
    ]
    const stored = parseStoredCart(JSON.stringify([item('a', { quantity: 2 }), ...bad, item('b', { quantity: 500 })]))
    expect(stored).toEqual({
      ok: true,
      value: { cart: [item('a', { quantity: 2 }), item('b', { quantity: 99 })], dropped: bad.length },
    })
  })
})

describe('a cart opened later', () => {
  const sold = {
    id: 'a',
    gone: false,
    name: 'Perfumy A',
    current_price_pln: 119.9,
    current_price_cents: 11_990,
    lowest_price_cents: null,
    reduced_until: null,
    out_of_stock: false,
    pieces_left: null,
  } as const

  it('names items that can no longer be ordered', () => {
    expect(findLineBlock(item('a'), undefined)).toBeUndefined()
    expect(findLineBlock(item('a', { quantity: 99 }), sold)).toBeUndefined()
    expect(findLineBlock(item('a'), { gone: true })).toEqual({ reason: 'gone' })
    expect(findLineBlock(item('a'), { ...sold, out_of_stock: true, pieces_left: 0 })).toEqual({ reason: 'sold_out' })
    expect(findLineBlock(item('a', { quantity: 3 }), { ...sold, pieces_left: 2 })).toEqual({
      reason: 'too_few',
      left: 2,
    })
    expect(findLineBlock(item('a', { quantity: 2 }), { ...sold, pieces_left: 2 })).toBeUndefined()
  })

  it('returns old and new price of items that became dearer or cheaper', () => {
    const cart = [item('a'), item('b'), item('c')]
    const states = [sold, { ...sold, id: 'b', current_price_cents: 12_990 }, { id: 'c', gone: true } as const]
    expect(priceChanges(cart, states)).toEqual([{ id: 'b', was: 11_990, now: 12_990, nowZl: 129.9 }])
  })
})

function unsafeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
