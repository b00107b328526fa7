import fc from 'fast-check'
import { expect, test } from 'vitest'
import { privacy, terms } from '#app/copy.json'
import { fillPlaceholders } from '#app/legal/fill-placeholders.ts'
import { ONE_BY_COURIER } from '#app/mails/mail-examples.ts'
import { renderShopTerms } from '#app/terms/shop-terms.ts'
import { writeContract, writeTermsPaper } from '#domain/contracts/write-contract.server.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import {
  addFeatures,
  addMissing,
  compareFeatures,
  labelMissing,
  labelParagraph,
  SHOP_FEATURES,
} from '#domain/terms/shop-features.ts'
import {
  checkTermsBody,
  findEarliestStart,
  findWithdrawalForm,
  listChangedBlocks,
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
  const { body } = splitTerms(renderShopTerms(testProfile, {}).fullText)
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const checked = checkTermsBody(`${writeTermsBody(blocks)}\r\n \r\n${body}`)
      if (!checked.ok) throw new Error(checked.failure.missing)
      expect(checkTermsBody(checked.value)).toEqual(checked)
    }),
  )
})

test('terms: the first version equals the shipped text', () => {
  const { version, fullText } = renderShopTerms(testProfile, {})
  const { title, effective, sections, withdrawal_form: form } = fillPlaceholders(terms, testProfile)
  expect(version).toBe('2026-01-01')
  expect(parseTerms(fullText)).toEqual({
    title,
    effective,
    blocks: [
      ...addFeatures(sections, 'terms', {}).map(({ heading, items }) => ({ heading, lines: items, isNumbered: true })),
      { heading: form.title, lines: [form.note, ...form.lines], isNumbered: false },
    ],
  })
})

test('papers of a contract: they have withdrawal with its form, complaints and disputes, which the mail leaves out', () => {
  const text = renderShopTerms(testProfile, {}).fullText
  const headings = writeTermsPaper(text, testProfile).parts.flatMap((part) =>
    part.kind === 'heading' ? part.text : [],
  )
  for (const heading of ['§ 8. Odstąpienie od umowy', '§ 9. Reklamacje', '§ 10. Pozasądowe'])
    expect(headings.filter((each) => each.startsWith(heading))).toHaveLength(1)
  const contract = JSON.stringify(writeContract({ ...ONE_BY_COURIER, terms: text }, testProfile))
  for (const part of [
    'Prawo odstąpienia od umowy',
    'Skutki odstąpienia',
    findWithdrawalForm(parseTerms(text).blocks)?.heading,
  ])
    expect(contract).toContain(part)
})

test('terms: only paragraphs with different words count as changed', () => {
  const { blocks } = parseTerms(renderShopTerms(testProfile, {}).fullText)
  const after = blocks.map((each, index) => (index === 6 ? { ...each, lines: ['Inaczej.'] } : each))
  expect(listChangedBlocks(blocks, after).map(({ heading }) => heading)).toEqual(['§ 7. Dostawa'])
  expect(listChangedBlocks(blocks, blocks)).toEqual([])
})

test.each([
  ['rozdziału o odstąpieniu od umowy', /odstąpieni/gi],
  ['rozdziału o reklamacjach', /reklamacj/gi],
  ['wzoru formularza odstąpienia', /formularz/gi],
])('terms: a text without %s is refused', (missing, words) => {
  const { body } = splitTerms(renderShopTerms(testProfile, {}).fullText)
  expect(checkTermsBody(body.replaceAll(words, 'x'))).toEqual({
    ok: false,
    failure: { reason: 'terms_incomplete', missing },
  })
})

test('terms: a heading without text is refused', () => {
  const { body } = splitTerms(renderShopTerms(testProfile, {}).fullText)
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

const ALL_ON = {
  codes: true,
  sampleCodes: true,
  ksef: true,
  ksefPersons: true,
  packers: true,
  accountant: true,
  baselinker: true,
  payLater: true,
  wallets: true,
  googleSignIn: true,
  measuring: true,
} as const satisfies Required<ShopFeatures>
const switches = fc.record({
  codes: fc.boolean(),
  sampleCodes: fc.boolean(),
  ksef: fc.boolean(),
  ksefPersons: fc.boolean(),
  packers: fc.boolean(),
  accountant: fc.boolean(),
  baselinker: fc.boolean(),
  payLater: fc.boolean(),
  wallets: fc.boolean(),
})
const blocksOf = (features: ShopFeatures) => parseTerms(renderShopTerms(testProfile, features).fullText).blocks

test('features: the shop’s terms tell of what is on and of nothing else, whatever is switched', () => {
  fc.assert(
    fc.property(switches, switches, (on, later) => {
      expect(compareFeatures(blocksOf(on), on)).toEqual({ missing: [], untrue: [] })
      const gaps = compareFeatures(blocksOf(on), later)
      const completed = addMissing(blocksOf(on), gaps)
      expect(compareFeatures(completed, later).missing).toEqual([])
      const kept = writeTermsBody(completed)
      for (const { lines } of blocksOf(on)) for (const text of lines) expect(kept).toContain(text)
    }),
  )
})

test('features: each sentence has its paragraph, and is told by its own words in terms of the owner', () => {
  const headings = (text: typeof terms | typeof privacy) => text.sections.map(({ heading }) => labelParagraph(heading))
  for (const { name, terms: sentences, privacy: policy } of SHOP_FEATURES) {
    expect(sentences.length + policy.length, name).toBeGreaterThan(0)
    for (const { section, text, told } of sentences) {
      expect(headings(terms)).toContain(section)
      expect(text).toMatch(told)
    }
    for (const { section } of policy) expect(headings(privacy)).toContain(section)
  }
})

test('features: terms that the owner wrote alone get what they lack before the form, in one paragraph', () => {
  const own = parseTermsBody('§ 1. Zwroty\n1. Masz 14 dni.\n\nWzór formularza odstąpienia\nAdresat:')
  const completed = addMissing(own, compareFeatures(own, { ...ALL_ON, sampleCodes: false }))
  expect(completed.map(({ heading }) => heading)).toEqual([
    '§ 1. Zwroty',
    'Usługi i dokumenty Sklepu',
    'Wzór formularza odstąpienia',
  ])
  expect(labelMissing(compareFeatures(own, ALL_ON))).toBe(
    'formularze odstąpienia i reklamacji, newsletter, powiadomienia o produktach, przypomnienie o kończących się ' +
      'perfumach, odpowiedzi na opinie, zdjęcia w opiniach, płatność odroczona, portfele elektroniczne, zamówienie ' +
      'przez telefon, faktury, faktury w KSeF, faktury osób w KSeF, kody rabatowe, kod za próbki, BaseLinker',
  )
})

test('features: words of the owner count, and a sentence of the shop about what is off is named', () => {
  const own = parseTermsBody(
    '§ 4. Inne\n1. Wysyłamy newsletter za zgodą.\n2. Kody rabatowe: jeden kod w zamówieniu, przy zwrocie kod przepada.',
  )
  expect(labelMissing(compareFeatures(own, { codes: true }))).toBe(
    'formularze odstąpienia i reklamacji, powiadomienia o produktach, przypomnienie o kończących się perfumach, odpowiedzi na opinie, zdjęcia w opiniach, zamówienie przez telefon, faktury',
  )
  expect(compareFeatures(own, {}).untrue).toEqual([])
  expect(compareFeatures(blocksOf(ALL_ON), { codes: true }).untrue).toEqual([
    'płatność odroczona',
    'portfele elektroniczne',
    'faktury w KSeF',
    'faktury osób w KSeF',
    'kod za próbki',
    'BaseLinker',
  ])
})

test('privacy: recipients, purposes and periods follow what is on', () => {
  const textOf = (on: ShopFeatures) => JSON.stringify(addFeatures(privacy.sections, 'privacy', on))
  const always = textOf({})
  for (const words of ['3 lata od wycofania', 'art. 398', 'art. 106b i 106e']) expect(always).toContain(words)
  for (const words of ['KSeF', 'pakują', 'Google', 'Klarna', 'PayPal']) expect(always).not.toContain(words)
  expect(textOf({ ksef: true })).toContain('Szefowi Krajowej Administracji Skarbowej i Ministerstwu Finansów')
  expect(textOf({ ksef: true })).not.toContain('można się sprzeciwić')
  expect(textOf({ ksef: true, ksefPersons: true })).toContain('można się sprzeciwić')
  expect(textOf({ packers: true })).toContain('art. 29 RODO')
  expect(textOf({ payLater: true })).toContain('Klarna Bank AB')
  expect(textOf({ measuring: true })).toContain('wyłącznie za zgodą: adresy odwiedzonych stron')
})
