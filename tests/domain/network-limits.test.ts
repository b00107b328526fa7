import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkStockShares, findOrderingNetwork, listParcelCounters } from '#domain/checkout/network-limits.ts'

const share = fc.integer({ min: 1, max: 100 })
const pieces = fc.integer({ min: 0, max: 300 })

test('whoever orders in between, a network never holds more than its share, nor all together more than theirs', () => {
  const orders = fc.array(
    fc.record({ network: fc.constantFrom('a', 'b', 'c'), quantity: fc.integer({ min: 1, max: 10 }) }),
  )
  fc.assert(
    fc.property(
      pieces,
      share,
      share,
      orders,
      fc.integer({ min: 0, max: 5 }),
      (stock, ofNetwork, ofAll, wanted, lag) => {
        const stockShare = { network: Math.min(ofNetwork, ofAll), all: ofAll }
        // Each order was read `lag` writes before it is written, as by accounts that order at the same moment.
        const history = [{ left: stock, held: new Map<string, number>() }]
        for (const { network, quantity } of wanted) {
          const now = history.at(-1)
          const read = history[Math.max(0, history.length - 1 - lag)]
          if (!now || !read) throw new Error('an empty history')
          const all = [...read.held.values()].reduce((sum, held) => sum + held, 0)
          const holdings = { stockShare, pieces: { p: { network: read.held.get(network) ?? 0, all } } }
          const checked = checkStockShares(holdings, [{ product: { id: 'p', stock_quantity: read.left }, quantity }], 1)
          if (!checked.ok || now.left < Math.max(quantity, checked.value[0] ?? 0)) continue
          const held = new Map(now.held).set(network, (now.held.get(network) ?? 0) + quantity)
          history.push({ left: now.left - quantity, held })
        }
        const end = history.at(-1)
        const most = (percent: number) => Math.max(2, Math.ceil((stock * percent) / 100))
        const held = [...(end?.held.values() ?? [])]
        for (const one of held) expect(one).toBeLessThanOrEqual(most(stockShare.network))
        expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(most(stockShare.all))
      },
    ),
  )
})

test('stock that is not counted has no shares; two pieces of anything are always to be had', () => {
  const holdings = { stockShare: { network: 1, all: 1 }, pieces: {} }
  const check = (stock_quantity: number | null, quantity: number) =>
    checkStockShares(holdings, [{ product: { id: 'p', stock_quantity }, quantity }], 1)
  expect(check(null, 99)).toEqual({ ok: true, value: [null] })
  expect(check(3, 2)).toMatchObject({ ok: true })
  expect(check(3, 3)).toEqual({ ok: false, failure: { reason: 'confirmation_needed' } })
})

test('a parcel counts for its network, for the /48 around it and for everybody', () => {
  const parcels = { network: 10, all: 60 }
  const limits = { moment: new Date('2026-11-24T10:20:00Z'), limitFactor: 1 }
  const most = (address: string) => listParcelCounters({ parcels }, address, limits).map((counter) => counter.most)
  expect(most('192.0.2.7')).toEqual([10, 60])
  expect(most('2001:db8:1:2::7')).toEqual([10, 20, 60])
  expect(findOrderingNetwork('192.0.2.7')).toBe('192.0.2.7')
  expect(findOrderingNetwork('2001:db8:1:2::7')).toBe(findOrderingNetwork('2001:db8:1:3::8'))
})
