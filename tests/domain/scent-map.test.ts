import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findByKey, listNearest } from '#app/scent-finder/nearest-point.ts'
import { compareScents } from '#domain/catalog/lists/scent-likeness.ts'
import { MAP_SIDE, type PlacedScent, placeFamily, placeScents } from '#domain/catalog/lists/scent-map.ts'
import { FAMILY_CIRCLE } from '#domain/catalog/scents/scent-character.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { FAMILY_NOTES } from '#domain/catalog/scents/scent-notes.ts'
import { makeBrand, makeCatalog, makeDemoCatalog, type SomeProduct } from '#tests/support/catalog.ts'

const NOTES = Object.values(FAMILY_NOTES).flatMap((notes) => notes.slice(0, 2))
const someProducts = fc.uniqueArray(
  fc.record<SomeProduct>({
    id: fc.uuid({ version: 4 }),
    name: fc.constant('Zapach'),
    brand: fc.constant(0),
    gender: fc.constant('unisex'),
    price_grosze: fc.constant(1000),
    notes: fc.subarray(NOTES, { maxLength: 8 }),
  }),
  { maxLength: 300, selector: ({ id }) => id },
)
const place = (products: readonly SomeProduct[]) => placeScents(makeCatalog([makeBrand(0)], products).products)
const distance = (a: PlacedScent, b: PlacedScent) => Math.hypot(a.x - b.x, a.y - b.y)

test('every scent with known notes has a place of its own within the map, whatever their number', () => {
  fc.assert(
    fc.property(someProducts, (products) => {
      const placed = place(products)
      expect(placed).toHaveLength(products.filter(({ notes }) => notes.length > 0).length)
      expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(placed.length)
      for (const { x, y } of placed) expect(Math.hypot(x - MAP_SIDE / 2, y - MAP_SIDE / 2)).toBeLessThan(MAP_SIDE / 2)
    }),
    { numRuns: 40 },
  )
})

test('the same scents have the same places in any order', () => {
  fc.assert(
    fc.property(someProducts, (products) => {
      const places = (list: readonly SomeProduct[]) =>
        place(list)
          .map(({ entry, x, y }) => `${entry.product.id} ${x} ${y}`)
          .toSorted()
      expect(places(products.toReversed())).toEqual(places(products))
    }),
    { numRuns: 20 },
  )
})

test('the circle has every family once', () => {
  expect([...FAMILY_CIRCLE].toSorted()).toEqual(SCENT_FAMILIES.map(({ slug }) => slug).toSorted())
  expect(new Set(FAMILY_CIRCLE.map((family) => JSON.stringify(placeFamily(family)))).size).toBe(FAMILY_CIRCLE.length)
})

test('on the demo’s map scents of the same families are nearer to each other than others, and fingers can meet each', () => {
  const placed = placeScents(makeDemoCatalog().products)
  expect(placed).toHaveLength(64)
  const pairs = placed.flatMap((a, at) => placed.slice(at + 1).map((b) => [a, b] as const))
  const average = (chosen: typeof pairs) =>
    chosen.reduce((sum, [a, b]) => sum + distance(a, b), 0) / Math.max(1, chosen.length)
  const overlapOf = ([a, b]: (typeof pairs)[number]) => compareScents(a.entry, b.entry).overlap
  const alike = average(pairs.filter((pair) => overlapOf(pair) >= 0.5))
  const between = average(pairs.filter((pair) => overlapOf(pair) >= 0.2 && overlapOf(pair) < 0.5))
  const unlike = average(pairs.filter((pair) => overlapOf(pair) < 0.2))
  expect(alike).toBeLessThan(between * 0.8)
  expect(between).toBeLessThan(unlike * 0.8)
  // 24 px of the 358 that the map has on a phone.
  expect(Math.min(...pairs.map(([a, b]) => distance(a, b)))).toBeGreaterThanOrEqual((24 / 358) * MAP_SIDE)
})

test('arrows lead only in their direction, to every point from every other, and Home and End to the first and last', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  fc.assert(
    fc.property(someProducts, (products) => {
      const points = place(products)
      if (points.length === 0) return
      const reached = new Set([0])
      for (const from of reached) {
        for (const key of keys) {
          const next = findByKey(points, from, key) ?? -1
          reached.add(next)
          const [own, other] = [points[from], points[next]]
          if (!own || !other) throw new Error('no such point')
          if (next === from) continue
          if (key === 'ArrowLeft') expect(other.x).toBeLessThan(own.x)
          if (key === 'ArrowDown') expect(other.y).toBeGreaterThan(own.y)
        }
      }
      expect(reached.size).toBe(points.length)
      expect(findByKey(points, 0, 'End')).toBe(points.length - 1)
      expect(findByKey(points, points.length - 1, 'Home')).toBe(0)
      expect(findByKey(points, 0, 'a')).toBeNull()
    }),
    { numRuns: 60 },
  )
})

test('the points nearest to a tap are listed from the nearest on', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 40, y: 0 },
  ]
  expect(listNearest(points, { x: 45, y: 9 }, 2)).toEqual([2, 0])
})
