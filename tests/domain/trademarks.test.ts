import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTrademarks } from '#domain/labels/text-claims.ts'

const MARKS = ['Chloé', 'Dior', 'Dolce & Gabbana', 'Jean Paul Gaultier', 'Lancôme']
const anyMark = fc.constantFrom(...MARKS)
/** Spellings of a name that readers recognise as the same. */
const anySpelling = fc.constantFrom(
  (mark: string) => mark,
  (mark: string) => mark.toUpperCase(),
  (mark: string) => mark.normalize('NFD').replace(/\p{M}/gu, ''),
  (mark: string) => mark.replaceAll(' ', '-'),
  (mark: string) => `„${mark}”!`,
)
const anyText = fc.constantFrom('', 'zapach jak', 'Róża,', 'inspirowany 100%', '(nuta)', 'żółty —')

test('trademarks: are found in any spelling among other words', () => {
  fc.assert(
    fc.property(anyMark, anySpelling, anyText, anyText, (mark, spell, before, after) => {
      expect(findTrademarks(MARKS, ['nic', `${before} ${spell(mark)} ${after}`])).toEqual([mark])
    }),
  )
})

test('trademarks: parts of longer words, or words of two texts, do not count', () => {
  fc.assert(
    fc.property(anyMark, fc.constantFrom('a', 'x', 'owy', '7'), (mark, letters) => {
      expect(findTrademarks(MARKS, [`${mark}${letters}`, `${letters}${mark}`])).toEqual([])
    }),
  )
  expect(findTrademarks(MARKS, ['Jean Paul', 'Gaultier'])).toEqual([])
  expect(findTrademarks(['&'], ['Dolce & Gabbana'])).toEqual([])
})
