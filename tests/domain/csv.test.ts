import { expect, test } from 'vitest'
import { toCsvAmount, toCsvLine } from '#domain/kernel/text/csv.ts'

test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
  'a text that begins with %j, also after spaces, is no formula in a spreadsheet',
  (sign) => {
    for (const before of ['', ' ', '\u00A0', '\u3000']) {
      const [cell = ''] = toCsvLine([`${before}${sign}HYPERLINK(1)`]).split('\r\n')
      expect(cell.replace(/^"/, '')).toMatch(/^'/)
    }
  },
)

test('signs inside a text, numbers and amounts stay as they are', () => {
  expect(toCsvLine(['a=b', 'Anna-Maria', -5, toCsvAmount(-5990), null])).toBe('a=b;Anna-Maria;-5;-59,90;\r\n')
})

test('separators, quotes and line breaks are quoted', () => {
  expect(toCsvLine(['a;b', 'c"d', 'e\nf'])).toBe('"a;b";"c""d";"e\nf"\r\n')
})
