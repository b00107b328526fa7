import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { buildLockerIndex, byName } from '#infra/shipping/locker-index.ts'
import { makeSearchable, rateFit, readLockerQuery } from '#infra/shipping/search-lockers.ts'

/** The expected answer: rates every locker one by one. */
function findPlainly(lockers: readonly ParcelLocker[], words: readonly string[]): ParcelLocker[] {
  return lockers
    .map((locker) => ({ locker, fit: rateFit(words, makeSearchable(locker)) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit || byName.compare(a.locker.name, b.locker.name))
    .slice(0, PAGE_SIZES.lockers)
    .map(({ locker }) => locker)
}

const word = fc.constantFrom(
  'Łódź',
  'Bielsko-Biała',
  'Żółta',
  'złota',
  'Zła',
  'al.',
  'Jana',
  'Jana-Pawła',
  'Jan',
  'Janowa',
  'Zło',
  '7',
  '12a',
  '',
)
const place = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))
const locker: fc.Arbitrary<ParcelLocker> = fc
  .record({
    code: fc.stringMatching(/^[A-C]{2,3}\d{1,3}[AM]?$/),
    city: place,
    street: place,
    near: place,
    post: fc.stringMatching(/^\d{2}-\d{3}$|^$/),
  })
  .map(({ code, city, street, near, post }) => ({
    inpost_id: code,
    name: near ? `${code} (${near})` : code,
    address: street,
    city,
    postal_code: post,
    status: 'active' as const,
    opening_hours: null,
  }))
const typed = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.stringMatching(/^[a-cł0-9-]{1,3}( [a-z0-9]{1,2}){0,3}$/),
)

test('the search by index finds the same lockers as rating each one, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(locker, { maxLength: 300, size: 'max' }),
      fc.array(typed, { minLength: 1, maxLength: 8 }),
      async (lockers, texts) => {
        const index = await buildLockerIndex(lockers)
        for (const text of texts) {
          const { words } = readLockerQuery({ search: text })
          if (words.length === 0) continue
          expect(await index.find(words, PAGE_SIZES.lockers)).toEqual(findPlainly(lockers, words))
        }
      },
    ),
    { numRuns: 60 },
  )
})
