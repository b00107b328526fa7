import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainText, pluralize } from '#domain/text.ts'

test.each(['', 'Łucja Żółć-O’Neill', 'ul. Źródlana 12a/3 m. 4', 'Zoë Ñandú', '李小龍', 'Ala 🌹', 'przed\u00a0po'])(
  '%j can be typed',
  (text) => expect(isPlainText(text)).toBe(true),
)

test.each([
  '\u0000',
  '\n',
  '\u007f',
  '\u0085',
  '\u00ad',
  '\u200b',
  '\u200f',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ud83c',
  '\udf39',
])('%j cannot, wherever it stands', (character) => {
  for (const text of [character, `a${character}`, `${character}a`, `a${character}a`])
    expect(isPlainText(text)).toBe(false)
})

test('what passes is well-formed, stands in one line, and reads the same in a mail and in the database', () => {
  const anything = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
  fc.assert(
    fc.property(anything, (text) => {
      if (!isPlainText(text)) return
      expect(text.isWellFormed()).toBe(true)
      expect(JSON.stringify(text)).not.toMatch(/\\u/)
      expect(text.split(/[\r\n\u0085\u2028\u2029]/)).toHaveLength(1)
    }),
  )
})

test.each([
  [0, 'opinii'],
  [1, 'opinia'],
  [2, 'opinie'],
  [4, 'opinie'],
  [5, 'opinii'],
  [12, 'opinii'],
  [21, 'opinii'],
  [22, 'opinie'],
  [112, 'opinii'],
  [124, 'opinie'],
])('pluralize: %i %s', (count, noun) => {
  expect(pluralize(count, { one: 'opinia', few: 'opinie', many: 'opinii' })).toBe(noun)
})
