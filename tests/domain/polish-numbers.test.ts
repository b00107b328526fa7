import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRating } from '#app/catalog/rating.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

// The shop formats numbers without Intl, which takes at least three times as long. Intl gives the expected text.
const zloty = new Intl.NumberFormat('pl-PL', { minimumFractionDigits: 2, useGrouping: 'always' })
const oneDecimal = new Intl.NumberFormat('pl-PL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const pluralRules = new Intl.PluralRules('pl-PL')

test('an amount is written as the Polish locale writes it', () => {
  // Beyond 100 billion zł a JavaScript number cannot represent every grosz.
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }), (grosze) => {
      expect(formatGrosze(grosze)).toBe(`${zloty.format(grosze / 100).replace('-', '\u2212')}\u00a0zł`)
    }),
  )
  expect(formatGrosze(123_456_789)).toBe('1\u00a0234\u00a0567,89\u00a0zł')
})

test('a rating is written as the Polish locale writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 50 }), (tenths) => {
      expect(formatRating(tenths / 10)).toBe(oneDecimal.format(tenths / 10))
    }),
  )
})

test('a noun takes the form that the Polish locale gives to its number', () => {
  // All numbers, because random ones seldom hit an error that only concerns 12.
  for (let count = 0; count < 1000; count += 1) {
    expect(pluralize(count, { one: 'one', few: 'few', many: 'many' }), String(count)).toBe(pluralRules.select(count))
  }
})
