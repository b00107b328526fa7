import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkStockShares, findOrderingNetwork, listParcelCounters } from '#domain/checkout/network-limits.ts'

const share = fc.integer({ min: 1, max: 100 })
const pieces = fc.integer({ min: 0, max: 300 })

test('a network never holds more than its share, nor all together more than theirs', () => {
  const orders = fc.array(
    fc.record({ network: fc.constantFrom('a', 'b', 'c'), quantity: fc.integer({ min: 1, max: 10 }) }),
  )
  fc.assert(
    fc.property(pieces, share, share, orders, (stock, ofNetwork, ofAll, wanted) => {
      const stockShare = { network: Math.min(ofNetwork, ofAll), all: ofAll }
      const held = new Map<string, number>()
      const sumHeld = () => [...held.values()].reduce((sum, one) => sum + one, 0)
      for (const { network, quantity } of wanted) {
        const left = stock - sumHeld()
        if (quantity > left) continue
        const holdings = { stockShare, pieces: { p: { network: held.get(network) ?? 0, all: sumHeld() } } }
        const ordered = [{ product: { id: 'p', stock_quantity: left }, quantity }]
        if (checkStockShares(holdings, ordered, 1).ok) held.set(network, (held.get(network) ?? 0) + quantity)
      }
      const most = (percent: number) => Math.max(2, Math.ceil((stock * percent) / 100))
      for (const one of held.values()) expect(one).toBeLessThanOrEqual(most(stockShare.network))
      expect(sumHeld()).toBeLessThanOrEqual(most(stockShare.all))
    }),
  )
})

test('stock that is not counted has no shares; two pieces of anything are always to be had', () => {
  const holdings = { stockShare: { network: 1, all: 1 }, pieces: {} }
  const check = (stock_quantity: number | null, quantity: number) =>
    checkStockShares(holdings, [{ product: { id: 'p', stock_quantity }, quantity }], 1)
  expect(check(null, 99)).toMatchObject({ ok: true })
  expect(check(3, 2)).toMatchObject({ ok: true })
  expect(check(3, 3)).toEqual({ ok: false, failure: { reason: 'confirmation_needed' } })
})

test('a parcel counts for its network, for the /48 around it and for everybody', () => {
  const parcels = { network: 10, all: 60 }
  const limits = { moment: new Date('2026-11-24T10:20:00Z'), limitFactor: 1 }
  const most = (address: string) => listParcelCounters(parcels, address, limits).map((counter) => counter.most)
  expect(most('192.0.2.7')).toEqual([10, 60])
  expect(most('2001:db8:1:2::7')).toEqual([10, 20, 60])
  expect(findOrderingNetwork('192.0.2.7')).toBe('192.0.2.7')
  expect(findOrderingNetwork('2001:db8:1:2::7')).toBe(findOrderingNetwork('2001:db8:1:3::8'))
})
