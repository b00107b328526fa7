import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkStockShares, findOrderingNetwork, listParcelCounters } from '#domain/checkout/network-limits.ts'

test('a network never holds more than its share, and the holdings of others do not reduce that', () => {
  const orders = fc.array(
    fc.record({ network: fc.constantFrom('a', 'b', 'c'), quantity: fc.integer({ min: 1, max: 10 }) }),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 100 }),
      orders,
      (stock, stockShare, wanted) => {
        const most = Math.max(4, Math.ceil((stock * stockShare) / 100))
        const held = new Map<string, number>()
        for (const { network, quantity } of wanted) {
          const all = [...held.values()].reduce((sum, one) => sum + one, 0)
          if (quantity > stock - all) continue
          const own = held.get(network) ?? 0
          const ordered = [{ product: { id: 'p', stock_quantity: stock - all }, quantity }]
          const isAllowed = checkStockShares({ stockShare, pieces: { p: { network: own, all } } }, ordered, 1).ok
          expect(isAllowed).toBe(own + quantity <= most)
          if (isAllowed) held.set(network, own + quantity)
        }
      },
    ),
  )
})

test('uncounted stock has no shares; four pieces of any product can always be ordered', () => {
  const holdings = { stockShare: 1, pieces: {} }
  const check = (stock_quantity: number | null, quantity: number) =>
    checkStockShares(holdings, [{ product: { id: 'p', stock_quantity }, quantity }], 1)
  expect(check(null, 99)).toMatchObject({ ok: true })
  expect(check(4, 4)).toMatchObject({ ok: true })
  expect(check(5, 5)).toEqual({ ok: false, failure: { reason: 'confirmation_needed' } })
})

test('a parcel counts for its network, for the /48 around it and for a wave, in which the first of each network pass', () => {
  const parcels = { network: 10, wave: 60 }
  const limits = { moment: new Date('2026-11-24T10:20:00Z'), limitFactor: 1 }
  const most = (address: string) => {
    const { ordinary, inWave } = listParcelCounters(parcels, address, limits)
    return [ordinary, inWave].map((counters) => counters.map((counter) => counter.most))
  }
  expect(most('192.0.2.7')).toEqual([
    [10, 60],
    [1, 60],
  ])
  expect(most('2001:db8:1:2::7')).toEqual([
    [10, 20, 60],
    [1, 2, 60],
  ])
  expect(findOrderingNetwork('192.0.2.7')).toBe('192.0.2.7')
  expect(findOrderingNetwork('2001:db8:1:2::7')).toBe(findOrderingNetwork('2001:db8:1:3::8'))
})
