import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBulkChange } from '#domain/catalog/admin/bulk-change.ts'
import { formatGrosze, formatTypedZl, parseZl } from '#domain/kernel/amounts/money.ts'
import { shippingCostFormSchema } from '#domain/settings/admin-settings.ts'

const amount = fc.integer({ min: -99_999_999, max: 99_999_999 })

test('parseZl: reads every amount as fields and sentences write it, with comma or point', () => {
  fc.assert(
    fc.property(amount, (grosze) => {
      const typed = formatTypedZl(grosze)
      for (const text of [typed, typed.replace(',', '.'), ` ${typed} zł`, formatGrosze(grosze), `${typed}000`]) {
        expect(parseZl(text)).toEqual({ ok: true, value: grosze })
      }
    }),
  )
})

test('parseZl: returns a whole number of grosze or a reason, whatever is typed', () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'0123456789,. -+złe'), maxLength: 12 })
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearly), (typed) => {
      const read = parseZl(typed)
      if (read.ok) expect(Number.isSafeInteger(read.value)).toBe(true)
      else expect(['no_amount', 'too_precise']).toContain(read.failure.reason)
      if (!/\d/.test(typed)) expect(read.ok).toBe(false)
    }),
  )
})

test.each([
  ['1 245,8', 124_580],
  ['.5', 50],
  ['7.', 700],
  ['+2,50', 250],
  ['−2,50', -250],
  ['-0', 0],
])('parseZl: %j is %i grosze', (typed, grosze) => {
  expect(parseZl(typed)).toEqual({ ok: true, value: grosze })
})

test.each(['', ' ', 'zł', ',', '-', 'abc', '1e3', '1,2,3', '12abc', 'NaN', '0x10', '--1'])(
  'parseZl: %j is no amount',
  (typed) => {
    expect(parseZl(typed)).toEqual({ ok: false, failure: { reason: 'no_amount' } })
  },
)

test('an invalid amount for a change of prices is refused with a sentence', () => {
  const said = (typed: string) => {
    const read = readBulkChange('price-amount', typed, { endIn99: false, from: '', to: '' })
    return read.ok ? read.value : read.failure.sentence
  }
  expect(said('-2,50')).toEqual({ kind: 'price-amount', grosze: -250 })
  expect(said('dużo')).toBe('Podaj kwotę w zł.')
  expect(said('1,005')).toBe('Podaj kwotę z dokładnością do grosza.')
})

test('a delivery cost is 0 only if 0 is typed, and anything that is no amount is refused with a sentence', () => {
  const form = {
    kurier_prepaid: '1',
    kurier_cod: '1',
    paczkomat_prepaid: '1',
    paczkomat_cod: '1',
    free_delivery_from: '',
    cod_limit: '5000',
  }
  const said = (typed: string) => {
    const read = shippingCostFormSchema.safeParse({ ...form, kurier_cod: typed })
    return read.success ? read.data.kurier_cod : read.error.issues[0]?.message
  }
  expect(said('0')).toBe(0)
  expect(said('16,99')).toBe(16.99)
  for (const wrong of ['', '-', 'darmo', '16,9o', '12 zlotych', '12 do 15']) {
    expect(said(wrong), wrong).toBe('Podaj kwotę w zł, na przykład 16,99 lub 0')
  }
  expect(said('-1')).toBe('Koszt nie może być ujemny')
  expect(said('1,005')).toBe('Podaj kwotę z dokładnością do grosza')
})
