import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { inflectReviews } from '#app/catalog/rating.tsx'
import { parseSnapshots, serializeSnapshots } from '#app/saved/product-snapshots.ts'
import { findNamed } from '#domain/catalog/lists/suggestions.ts'
import { type CardProduct, describeUnitPrice } from '#domain/catalog/product.ts'
import { PRODUCT_KINDS } from '#domain/catalog/scents/product-kinds.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { blurPlace, formatDistance, measureMetres } from '#domain/shipping/parcel-locker.ts'

test('inflectReviews: 1 opinia, 2 opinie, 5 opinii, and so on for every number', () => {
  const said = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 102, 111, 112, 114, 122, 1002].map(inflectReviews)
  expect(said.join(' ')).toBe(
    'opinii opinia opinie opinie opinii opinii opinii opinii opinii opinie opinii opinii opinie opinii opinii opinii opinie opinie',
  )
  fc.assert(
    fc.property(fc.nat(1_000_000), (count) => {
      const [tens, ones] = [Math.floor((count % 100) / 10), count % 10]
      const few = tens !== 1 && ones >= 2 && ones <= 4
      expect(inflectReviews(count)).toBe(count === 1 ? 'opinia' : few ? 'opinie' : 'opinii')
    }),
  )
})

test('describeUnitPrice: exact zł for 100 ml and a litre, except the volume itself, empty for an unknown volume', () => {
  const said = (current_price_cents: number, volume_ml: number | null) =>
    describeUnitPrice({ current_price_cents, volume_ml }).replaceAll('\u00a0', ' ')
  expect(said(11_900, 100)).toBe('1 190,00 zł/l')
  expect(said(4_990, 30)).toBe('166,33 zł/100 ml · 1 663,33 zł/l')
  expect(said(1_690, 35)).toBe('48,29 zł/100 ml · 482,86 zł/l')
  expect(said(9_999, 1000)).toBe('10,00 zł/100 ml')
  expect(said(1_690, null)).toBe('')
  expect(describeUnitPrice({ current_price_cents: 4_990, volume_ml: 30 }, { isBrief: true })).toBe(
    '166,33\u00a0zł/100\u00a0ml',
  )
  expect(describeUnitPrice({ current_price_cents: 11_900, volume_ml: 100 }, { isBrief: true })).toBe('')
})

test('findNamed: finds every word, ignoring case and diacritics, prefixes first', () => {
  const all = [{ name: 'czarna róża' }, { name: 'różowy pieprz' }, { name: 'Róża' }, { name: 'oud' }]
  expect(findNamed(all, 'ROZ', 9).map(({ name }) => name)).toEqual(['różowy pieprz', 'Róża', 'czarna róża'])
  expect(findNamed(all, 'róża czarna', 9).map(({ name }) => name)).toEqual(['czarna róża'])
  expect(findNamed(all, 'o', 1)).toHaveLength(1)
  expect(findNamed(all, '%', 9)).toEqual([])
})

const card = fc.record<CardProduct>({
  id: fc.uuid(),
  slug: fc.stringMatching(/^[a-z0-9-]{1,30}$/),
  name: fc.string(),
  brand: fc.record({ name: fc.string(), slug: fc.string(), is_original: fc.boolean() }),
  gender: fc.constantFrom(...GENDERS),
  current_price_cents: fc.integer({ min: 1, max: 99_999 }),
  current_price_pln: fc.constant(0),
  lowest_price_cents: fc.constant(null),
  reduced_until: fc.constant(null),
  out_of_stock: fc.boolean(),
  pieces_left: fc.option(fc.nat(4)),
  image_key: fc.option(fc.string()),
  image_url: fc.option(fc.string()),
  kind: fc.constantFrom(...PRODUCT_KINDS),
  volume_ml: fc.option(fc.integer({ min: 1, max: 500 })),
  concentration: fc.option(fc.string()),
  sizes: fc.constant([]),
  average_rating: fc.option(fc.integer({ min: 1, max: 5 })),
  total_reviews: fc.nat(),
})
const whole = card.map((product) => ({ ...product, current_price_pln: product.current_price_cents / 100 }))

test('parseSnapshots: returns what was stored, once each, and ignores anything else', () => {
  const products = fc.uniqueArray(whole, { selector: ({ id }) => id, maxLength: 6 })
  fc.assert(
    fc.property(products, fc.array(fc.jsonValue(), { maxLength: 3 }), (stored, junk) => {
      expect(parseSnapshots(serializeSnapshots([...stored, ...stored]))).toEqual(stored)
      expect(parseSnapshots(JSON.stringify([...junk, ...stored]))).toEqual(stored)
    }),
  )
  vi.spyOn(console, 'warn').mockReturnValue()
  for (const raw of [null, '', '{', '{}', 'null', '"x"', '[[],1,null,{"id":1}]']) {
    expect(parseSnapshots(raw)).toEqual([])
  }
})

test('distances: are right, in short words; the browser sends a place only to the precision of a street', () => {
  const palace = { latitude: 52.2319, longitude: 21.0067 }
  expect(measureMetres(palace, { latitude: 52.2477, longitude: 21.0136 })).toBeCloseTo(1819, -2)
  expect([4, 354, 994, 995, 1230, 12_400].map((metres) => formatDistance(metres).replaceAll('\u00a0', ' '))).toEqual([
    '10 m',
    '350 m',
    '990 m',
    '1 km',
    '1,2 km',
    '12,4 km',
  ])
  expect(measureMetres(palace, blurPlace({ latitude: 52.23194, longitude: 21.00673 }))).toBeLessThan(100)
})
