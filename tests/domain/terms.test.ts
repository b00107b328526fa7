import fc from 'fast-check'
import { expect, test } from 'vitest'
import { terms } from '#app/copy.json'
import { fillPlaceholders } from '#app/legal/fill-placeholders.ts'
import { renderShopTerms } from '#app/terms/shop-terms.ts'
import {
  checkTermsBody,
  findEarliestStart,
  findWithdrawalForm,
  listChangedBlocks,
  listConsumerRights,
  parseTerms,
  parseTermsBody,
  splitTerms,
  writeTermsBody,
} from '#domain/terms/terms.ts'
import { testProfile } from '#tests/support/shop-profile.ts'

const line = fc
  .stringMatching(/^[A-Za-zżółćęąśźń§.,:„” ]{1,60}$/)
  .map((text) => text.trim())
  .filter((text) => text !== '')
const block = fc.record({
  heading: line,
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  isNumbered: fc.boolean(),
})

test('terms: paragraphs are read back as they were written', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
      expect(parseTermsBody(writeTermsBody(blocks))).toEqual(blocks)
    }),
  )
})

test('terms: a checked text stays the same when it is checked again', () => {
  const { body } = splitTerms(renderShopTerms(testProfile).fullText)
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const checked = checkTermsBody(`${writeTermsBody(blocks)}\r\n \r\n${body}`)
      if (!checked.ok) throw new Error(checked.failure.missing)
      expect(checkTermsBody(checked.value)).toEqual(checked)
    }),
  )
})

test('terms: the first version equals the shipped text', () => {
  const { version, fullText } = renderShopTerms(testProfile)
  const { title, effective, sections, withdrawal_form: form } = fillPlaceholders(terms, testProfile)
  expect(version).toBe('2026-01-01')
  expect(parseTerms(fullText)).toEqual({
    title,
    effective,
    blocks: [
      ...sections.map(({ heading, items }) => ({ heading, lines: items, isNumbered: true })),
      { heading: form.title, lines: [form.note, ...form.lines], isNumbered: false },
    ],
  })
})

test('terms: a confirmation repeats the paragraphs on withdrawal, complaints and disputes, and the form', () => {
  const { blocks } = parseTerms(renderShopTerms(testProfile).fullText)
  expect(listConsumerRights(blocks).map(({ heading }) => heading.slice(0, 5))).toEqual(['§ 8. ', '§ 9. ', '§ 10.'])
  expect(findWithdrawalForm(blocks)?.heading).toBe('Wzór formularza odstąpienia od umowy')
})

test('terms: only paragraphs with different words count as changed', () => {
  const { blocks } = parseTerms(renderShopTerms(testProfile).fullText)
  const after = blocks.map((each, index) => (index === 6 ? { ...each, lines: ['Inaczej.'] } : each))
  expect(listChangedBlocks(blocks, after).map(({ heading }) => heading)).toEqual(['§ 7. Dostawa'])
  expect(listChangedBlocks(blocks, blocks)).toEqual([])
})

test.each([
  ['rozdziału o odstąpieniu od umowy', /odstąpieni/gi],
  ['rozdziału o reklamacjach', /reklamacj/gi],
  ['wzoru formularza odstąpienia', /formularz/gi],
])('terms: a text without %s is refused', (missing, words) => {
  const { body } = splitTerms(renderShopTerms(testProfile).fullText)
  expect(checkTermsBody(body.replaceAll(words, 'x'))).toEqual({
    ok: false,
    failure: { reason: 'terms_incomplete', missing },
  })
})

test('terms: a heading without text is refused', () => {
  const { body } = splitTerms(renderShopTerms(testProfile).fullText)
  const missing = 'treści pod nagłówkiem „§ 12. Pusty”'
  expect(checkTermsBody(`${body}\n\n§ 12. Pusty`)).toEqual({
    ok: false,
    failure: { reason: 'terms_incomplete', missing },
  })
})

test('terms: the earliest day in force leaves 14 whole days after the day of publishing', () => {
  expect(findEarliestStart('2026-11-25')).toBe('2026-12-10')
  expect(findEarliestStart('2026-12-20')).toBe('2027-01-04')
})
