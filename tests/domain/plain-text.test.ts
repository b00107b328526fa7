import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { containsAddress } from '#domain/kernel/text/link-detection.ts'
import { isPlainLines, isPlainText, tidyLines } from '#domain/kernel/text/plain-text.ts'

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
])('%j cannot be typed at any position', (character) => {
  for (const text of [character, `a${character}`, `${character}a`, `a${character}a`])
    expect(isPlainText(text)).toBe(false)
})

test('an accepted text is well-formed, has one line and no escapes', () => {
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

test('tidyLines: one kind of line break, one empty line, nothing invisible; a second pass changes nothing', () => {
  expect(tidyLines(' \r\n Raz \t\r\rDwa\u00ad\u200b \n\n\n\n Trzy\u2028 ')).toBe('Raz\n\nDwa\n\n Trzy')
  for (const emoji of ['👩‍🔬', '👩🏽‍🔬', '❤️‍🔥', '👨‍👩‍👧']) expect(tidyLines(emoji)).toBe(emoji)
  expect(tidyLines('a\u200db')).toBe('ab')
  for (const text of ['a\u202eb', 'a\u0000b', '\ud83c']) expect(isPlainLines(tidyLines(text))).toBe(false)
  const anything = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) })
  fc.assert(
    fc.property(
      fc.oneof(anything, fc.string({ unit: fc.constantFrom('\n', '\r', ' ', '\t', 'a', '\u200d', '👩') })),
      (text) => {
        const tidy = tidyLines(text)
        expect(tidyLines(tidy)).toBe(tidy)
        expect(tidy).not.toMatch(/\r|\n\n\n|\t/)
        if (isPlainLines(tidy)) expect(tidy.isWellFormed()).toBe(true)
      },
    ),
  )
})

test.each([
  'https://evil.example',
  'http : evil',
  'www.evil',
  'zobacz evil.pl',
  'EVIL.COM',
  'a@b.pl',
  'ｅｖｉｌ．ｐｌ',
  '1.2.3.4',
  'Polecam.To',
])('containsAddress: %j', (text) => expect(containsAddress(text)).toBe(true))

test.each([
  '24.11.2025',
  'ocena 4.5 na 5',
  'm.in. wanilia',
  'Polecam. To mój zapach',
  'J. Nowak',
  '50ml/100zł',
  'a.b',
  'Super...Naprawdę',
  '5@',
])('containsAddress: not %j', (text) => expect(containsAddress(text)).toBe(false))

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
