import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NO_FILTERS,
  type ProductFilters,
  parseFilters,
  parsePrice,
  SEARCH_MAX_LENGTH,
  toSearchParams,
} from '#domain/catalog/lists/product-filters.ts'
import { parseCount } from '#domain/kernel/lists/paging.ts'

const KEYS = [
  'search',
  'gender',
  'brand',
  'minPrice',
  'maxPrice',
  'sort',
  'category',
  'page',
  'family',
  'note',
  'promocja',
  'search[]',
]
const NONSENSE = [
  'NaN',
  '1e999',
  '-1',
  '-0',
  '0',
  '1.5',
  'null',
  '\0',
  '\uD800',
  'ł%_\\',
  '999999999999999999999',
  'a'.repeat(10_000),
]

/** Addresses as visitors may type them: known and repeated keys, values from plausible to hostile. */
const addresses = fc
  .array(
    fc.tuple(
      fc.constantFrom(...KEYS),
      fc.oneof(
        fc.constantFrom(
          'women',
          'men',
          'tak',
          'price-asc',
          'name-desc',
          'arabic',
          'orsolay',
          'biale-kwiaty',
          'Róża  Damasceńska',
          '16',
          '119.90',
          '3',
          ...NONSENSE,
        ),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.integer().map(String),
        fc.double().map(String),
      ),
    ),
    { maxLength: 12 },
  )
  .map((pairs) => new URLSearchParams(pairs))

const parse = (query: string): ProductFilters => parseFilters(new URLSearchParams(query))

describe('filters read from any address', () => {
  test('never throw and always make a valid query', () => {
    fc.assert(
      fc.property(addresses, (params) => {
        const filters = parseFilters(params)
        expect(filters.search.length).toBeLessThanOrEqual(SEARCH_MAX_LENGTH * 2)
        expect(filters.search).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        expect(filters.search).toBe(filters.search.trim())
        expect(Number.isSafeInteger(filters.page) && filters.page >= 1).toBe(true)
        for (const price of [filters.minPrice, filters.maxPrice]) {
          expect(price === null || (Number.isSafeInteger(price) && price > 0 && price < 2 ** 31)).toBe(true)
        }
        expect((filters.minPrice ?? 0) <= (filters.maxPrice ?? Number.POSITIVE_INFINITY)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('have one canonical address that means the same', () => {
    fc.assert(
      fc.property(addresses, (params) => {
        const filters = parseFilters(params)
        const canonical = toSearchParams(filters)
        expect(parseFilters(canonical)).toEqual(filters)
        expect(parseFilters(new URLSearchParams(canonical.toString()))).toEqual(filters)
        expect(toSearchParams(parseFilters(canonical)).toString()).toBe(canonical.toString())
      }),
      { numRuns: 1000 },
    )
  })

  test('without valid values are empty, with an empty address', () => {
    expect(
      parse('gender=cats&brand=../x&minPrice=NaN&maxPrice=1e999&sort=random&category=&page=-3&search=%00%20'),
    ).toEqual(NO_FILTERS)
    expect(toSearchParams(NO_FILTERS).toString()).toBe('')
    expect(parse('family=nuty&note=%E9%A6%99%20--')).toEqual(NO_FILTERS)
  })

  test('swap prices given the wrong way round', () => {
    expect(parse('minPrice=120&maxPrice=16')).toMatchObject({ minPrice: 1600, maxPrice: 12000 })
  })

  test('keep valid values next to invalid ones', () => {
    expect(parse('gender=women&page=2&sort=DROP TABLE&brand=Orsolay')).toMatchObject({
      gender: 'women',
      page: 2,
      sort: 'newest',
      brand: 'orsolay',
    })
    expect(parse('family=oud&note=%20Róża  DAMASCEŃSKA')).toMatchObject({ family: 'oud', note: 'roza-damascenska' })
  })
})

test.each([
  ['16', 1600],
  ['16.5', 1650],
  [' 16,05 ', 1605],
  ['0', null],
  ['-16', null],
  ['16.999', null],
  ['1e3', null],
  ['', null],
  [null, null],
])('price %j is %j grosze', (typed, grosze) => {
  expect(parsePrice(typed)).toBe(grosze)
})

test.each([
  ['7', 7],
  ['0', 50],
  ['1000', 1000],
  ['1001', 1000],
  ['9'.repeat(400), 1000],
  ['1.5', 50],
  [null, 50],
])('page size %j is %j', (typed, size) => {
  expect(parseCount(typed, 50, 1000)).toBe(size)
})
