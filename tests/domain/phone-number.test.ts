import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, phoneSchema } from '#domain/kernel/numbers/phone-number.ts'

const stored = (typed: string) => phoneSchema.safeParse(typed).data

test.each([
  '600100200',
  '600 100 200',
  '600-100-200',
  '600/100/200',
  // As web pages print it: non-breaking hyphens, dashes.
  '600\u2011100\u2011200',
  '600–100–200',
  '+48 600 100 200',
  '0048600100200',
  '48600100200',
  '(600) 100.200',
  '\u202a+48 600 100 200\u202c',
])('Polish number %s: stored as +48600100200', (typed) => {
  expect(stored(typed)).toBe('+48600100200')
})

test.each([
  ['+49 151 2345 6789', '+4915123456789'],
  ['0049 (0)151 2345 6789', '+4915123456789'],
  ['+44 (0) 20 7946 0018', '+442079460018'],
  ['+1 (212) 555-0100', '+12125550100'],
  ['+380 50 123 45 67', '+380501234567'],
  ['+247 1234', '+2471234'],
])('foreign number %s: stored as %s', (typed, number) => {
  expect(stored(typed)).toBe(number)
})

test.each([
  '12345678',
  '1234567890',
  '000000000',
  '+48 600 100',
  '+48600100200300',
  '+12345',
  '+0600100200',
  'sześćset',
  '',
])('%j: refused', (typed) => {
  expect(stored(typed)).toBeUndefined()
})

test.each([
  ['+48600100200', '+48 600 100 200'],
  ['+48 600 100 200', '+48 600 100 200'],
  ['+4915123456789', '+49 151 234 567 89'],
  ['+12125550100', '+1 212 555 0100'],
  ['+380501234567', '+380 501 234 567'],
])('stored number %s: shown as %s', (number, shown) => {
  expect(formatPhone(number)).toBe(shown)
})

test('a stored number: is accepted again unchanged, also in its shown form', () => {
  const number = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{6,14}$/))
    .map((parts) => `+${parts.join('')}`)
  fc.assert(
    fc.property(number, (typed) => {
      const accepted = stored(typed)
      fc.pre(accepted !== undefined)
      expect(stored(accepted ?? '')).toBe(accepted)
      expect(stored(formatPhone(accepted ?? ''))).toBe(accepted)
    }),
  )
})
