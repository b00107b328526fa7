import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOfflineDeadline, isKsefNumber, linkInvoice } from '#domain/papers/ksef/ksef.ts'

// Numbers from the ministry's documentation.
const NUMBERS = ['5265877635-20250826-0100001AF629-AF']

describe('a number of KSeF', () => {
  test('is valid when its last two digits are the checksum of the others', () => {
    expect(NUMBERS.filter((number) => !isKsefNumber(number))).toEqual([])
    expect(isKsefNumber('5265877635-20250826-0100001AF629-af')).toBe(false)
    expect(isKsefNumber('')).toBe(false)
  })

  test('is invalid when any one digit is changed', () => {
    for (const number of NUMBERS) {
      const at = fc.nat({ max: number.length - 1 }).filter((index) => /[\dA-F]/.test(number[index] ?? ''))
      fc.assert(
        fc.property(at, fc.constantFrom(...'0123456789ABCDEF'), (index, digit) => {
          fc.pre(number[index] !== digit)
          expect(isKsefNumber(number.slice(0, index) + digit + number.slice(index + 1))).toBe(false)
        }),
      )
    }
  })
})

test('KOD I leads to the invoice by seller, day and hash', () => {
  const hash = 'UtQp9Gpc51y+u3xApZjIjgkpZ01js+J8KflSPW8WzIE='
  expect(linkInvoice('https://qr-test.ksef.mf.gov.pl', { sellerNip: '1111111111', issuedOn: '2026-02-01', hash })).toBe(
    'https://qr-test.ksef.mf.gov.pl/invoice/1111111111/01-02-2026/UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE',
  )
})

describe('an invoice issued offline is sent', () => {
  test.each([
    ['on the next day', '2026-11-25', '2026-11-26'],
    ['on Monday after Friday', '2026-11-27', '2026-11-30'],
    ['on Monday after Saturday', '2026-11-28', '2026-11-30'],
    ['after Christmas and a weekend', '2026-12-23', '2026-12-28'],
    ['after Corpus Christi', '2026-06-03', '2026-06-05'],
  ])('%s', (_, issued, until) => {
    expect(findOfflineDeadline(issued)).toBe(until)
  })
})
