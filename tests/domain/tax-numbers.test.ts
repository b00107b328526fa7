import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isIban, isNip, isRegon } from '#domain/kernel/numbers/tax-numbers.ts'
import { findProfileMistakes } from '#domain/settings/profile-change.ts'
import { findMistake, INITIAL_PROFILE, SELLER_KEYS, tidyProfileValue } from '#domain/settings/profile-fields.ts'

const NUMBERS = [
  // Public numbers of PKN Orlen, ZUS, InPost and of the examples of the registers.
  { check: isNip, right: ['774-00-01-454', '5213017228', 'PL 521-30-17-228', 'NIP: 521-301-72-28'], digits: 10 },
  { check: isRegon, right: ['610188201', '000017756', '12345678512347'], digits: 9 },
  { check: isIban, right: ['PL61 1090 1014 0000 0712 1981 2874', '61109010140000071219812874'], digits: 26 },
]

describe.for(NUMBERS)('$check.name', ({ check, right, digits }) => {
  /**
   * Digits whose errors are detected. A REGON writes the remainder 10 as 0, which hides some errors in its last digit.
   */
  const isSeen = (number: string, index: number) => check !== isRegon || index === number.length - 1

  test('accepts right numbers, however they are written', () => {
    expect(right.filter((number) => !check(number))).toEqual([])
  })

  test('refuses each number of which one digit is another', () => {
    for (const number of right) {
      const at = fc
        .nat({ max: number.length - 1 })
        .filter((index) => /\d/.test(number[index] ?? '') && isSeen(number, index))
      fc.assert(
        fc.property(at, fc.integer({ min: 1, max: 9 }), (index, more) => {
          const other = String((Number(number[index]) + more) % 10)
          return !check(number.slice(0, index) + other + number.slice(index + 1))
        }),
        { numRuns: 200 },
      )
    }
  })

  test('refuses other lengths and other signs', () => {
    for (const wrong of ['', '123', '1'.repeat(digits + 1), 'x'.repeat(digits), `${'1'.repeat(digits - 1)}x`])
      expect(check(wrong), wrong).toBe(false)
  })
})

test('a NIP also has the form that KSeF takes: a right check digit is not enough', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }).map((nine) => nine.join(''))
  const withEnds = digits.map((nine) => Array.from({ length: 10 }, (_, last) => nine + last))
  expect(['000-000-00-00', '0123456789', '1000000035', '9000000009'].filter(isNip)).toEqual([])
  fc.assert(
    fc.property(withEnds, (ten) => {
      const right = ten.filter(isNip)
      const hasForm = /^[1-9]((\d[1-9])|([1-9]\d))\d{7}$/.test(ten[0] ?? '')
      return hasForm ? right.length <= 1 : right.length === 0
    }),
    { numRuns: 1000 },
  )
})

test('each field names its error, and refuses the demo’s values', () => {
  expect(findMistake('seller_nip', '123-456-78-90')).toMatch(/NIP-ie jest pomyłka/)
  expect(findMistake('seller_regon', '123456789')).toMatch(/REGON-ie jest pomyłka/)
  expect(findMistake('seller_bdo', '12345')).toMatch(/dziewięć cyfr/)
  expect(findMistake('seller_bank_account', '12 3456')).toMatch(/numerze konta jest pomyłka/)
  expect(findMistake('seller_name', '')).toBe('Uzupełnij: Nazwa firmy')
  expect(findMistake('seller_bdo', '')).toBeUndefined()
  expect(findMistake('instagram_url', 'https://evil.example/instagram.com')).toMatch(/instagram\.com/)
  expect(findMistake('instagram_url', 'https://www.instagram.com/sklep')).toBeUndefined()
  expect(findMistake('instagram_url', 'https://www.instagram.com/mój sklep')).toMatch(/Podaj cały adres profilu/)
  for (const wrong of [
    'szybkiezwroty.pl/sklep',
    'http://szybkiezwroty.pl/sklep',
    'javascript:alert(1)',
    'https://a:b@x.pl/',
    'https://szybkiezwroty.pl/mój sklep',
  ]) {
    expect(findMistake('nearby_return_url', wrong), wrong).toMatch(/Podaj cały adres strony/)
  }
  expect(findMistake('nearby_return_url', 'https://szybkiezwroty.pl/sklep')).toBeUndefined()
  for (const key of SELLER_KEYS)
    expect(findMistake(key, INITIAL_PROFILE[key]), key).toBe('To dane pokazowe. Wpisz swoje.')
  expect(tidyProfileValue('seller_bank_account', ' 61109010140000071219812874 ')).toBe(
    'PL61 1090 1014 0000 0712 1981 2874',
  )
  expect(tidyProfileValue('seller_nip', ' NIP: 774-00-01-454')).toBe('774-00-01-454')
})

test('a conversion label needs one of the measurement ids, whichever of both is changed', () => {
  const after = { ...INITIAL_PROFILE, measurement_ids: 'AW-123456789', measurement_conversion: 'AW-987654321/AbCd' }
  for (const key of ['measurement_ids', 'measurement_conversion'] as const) {
    expect(findProfileMistakes({ [key]: after[key] }, after)).toEqual({
      measurement_conversion: 'Ta konwersja nie należy do żadnego z identyfikatorów',
    })
  }
  expect(findProfileMistakes({ shop_name: 'Sklep' }, after)).toEqual({})
})
