import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitDiscount } from '#domain/codes/code.ts'
import { shareOfPieces, splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { planPieces } from '#domain/orders/changes/plan-pieces.ts'
import { findWorth } from '#domain/returns/return-amount.ts'

const amounts = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 20 })
const terms = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('sum' as const), value: fc.integer({ min: 1, max: 9_999_999 }) }),
)
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

test('a discount adds up to the grosz over the items, and each keeps at least a grosz', () => {
  fc.assert(
    fc.property(amounts, terms, (items, code) => {
      const goods = sum(items)
      const parts = splitDiscount(code, items)
      const wanted = code.kind === 'percent' ? Math.floor((goods * code.value) / 100) : code.value
      expect(sum(parts)).toBe(Math.min(wanted, goods - items.length))
      items.forEach((amount, index) => {
        expect(parts[index]).toBeGreaterThanOrEqual(0)
        expect(parts[index]).toBeLessThan(amount)
      })
    }),
  )
})

test('the split of a discount does not depend on the order of the items', () => {
  fc.assert(
    fc.property(amounts, terms, (items, code) => {
      const reversed = splitDiscount(code, items.toReversed())
      expect(sum(reversed)).toBe(sum(splitDiscount(code, items)))
      splitDiscount(code, items).forEach((part, index) => {
        expect(Math.abs(part - (reversed.toReversed()[index] ?? 0))).toBeLessThanOrEqual(1)
      })
    }),
  )
})

test('a free-delivery code does not reduce products', () => {
  expect(splitDiscount({ kind: 'free_delivery', value: null }, [1_000, 1])).toEqual([0, 0])
})

test('pieces removed one after another reduce the discount as much as pieces removed at once', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.integer({ min: 1, max: 99 }),
      fc.array(fc.integer({ min: 1, max: 30 })),
      (discount, all, going) => {
        expect(shareOfPieces(discount, all, all)).toBe(discount)
        let left = { discount, pieces: all }
        for (const pieces of going) {
          const kept = left.pieces - pieces
          if (kept < 1) break
          left = { discount: shareOfPieces(left.discount, kept, left.pieces), pieces: kept }
          const first = splitGrosze(
            discount,
            Array.from({ length: all }, () => 1),
          )
            .toReversed()
            .slice(0, kept)
          expect(left.discount).toBe(sum(first))
        }
      },
    ),
  )
})

const item = fc
  .record({
    unit: fc.integer({ min: 1, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
    part: fc.oneof(fc.nat(1_000), fc.constant(1_000)),
  })
  .map(({ unit, quantity, part }) => ({
    unit,
    quantity,
    discount: Math.floor(((unit * quantity - 1) * part) / 1_000),
  }))

test('returns of an item in any parts refund exactly the paid sum, and no piece more than its price', () => {
  fc.assert(
    fc.property(
      item,
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
      ({ unit, quantity, discount }, parts) => {
        let earlier = 0
        let given = 0
        for (const returned of [...parts, quantity].map((part) => Math.min(part, quantity - earlier))) {
          if (earlier >= quantity) break
          const piece = { unitPriceGrosze: unit, ordered: quantity, loweredGrosze: 0, discountGrosze: discount }
          const worth = findWorth({ ...piece, takenOut: 0, earlierTakenOut: 0, earlier, returned })
          expect(worth).toBeLessThanOrEqual(unit * returned)
          given += worth
          earlier += returned
        }
        expect(given).toBe(unit * quantity - discount)
      },
    ),
  )
})

test('pieces removed from an unpaid order do not change the refund of the others', () => {
  fc.assert(
    fc.property(item, fc.nat(98), fc.boolean(), ({ unit, quantity, discount }, takenOut, isEarlier) => {
      fc.pre(takenOut < quantity)
      const kept = quantity - takenOut
      const left = shareOfPieces(discount, kept, quantity)
      const piece = { unitPriceGrosze: unit, ordered: quantity, loweredGrosze: 0, discountGrosze: left, takenOut }
      const earlier = isEarlier ? takenOut : 0
      expect(findWorth({ ...piece, earlier, earlierTakenOut: earlier, returned: kept })).toBe(unit * kept - left)
    }),
  )
})

test('fewer pieces of an order cost the remaining price and discount, further ones the full price', () => {
  fc.assert(
    fc.property(item, fc.integer({ min: 0, max: 99 }), ({ unit, quantity, discount }, after) => {
      const ordered = {
        product_id: 'a',
        product_name: 'Oud',
        facts: '',
        unit_price_grosze: unit,
        quantity,
        taken_from_stock: false,
        restocked: 0,
        discount_grosze: discount,
      }
      const product = {
        id: 'a',
        name: 'Oud',
        brand_name: 'Dom',
        kind: 'bottle' as const,
        price_grosze: unit,
        vat_rate: '23' as const,
        active: true,
        brand_active: true,
        brand_is_original: true,
        out_of_stock: false,
        stock_quantity: null,
        volume_ml: null,
        concentration: null,
        gender: 'unisex' as const,
      }
      const plan = planPieces([ordered], after === 0 ? [] : [{ product_id: 'a', quantity: after }], [product])
      if (!plan.ok) throw new Error(plan.failure.reason)
      const paid = unit * quantity - discount + plan.value.differenceGrosze
      const stays = plan.value.changed[0]?.discountGrosze ?? discount
      expect(paid).toBe(unit * after - stays)
      expect(stays).toBe(after >= quantity ? discount : shareOfPieces(discount, after, quantity))
      // Nothing of an order costs nothing.
      expect(paid).toBeGreaterThanOrEqual(after === 0 ? 0 : 1)
    }),
  )
})
