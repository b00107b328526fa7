import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeShopTexts, listShellWords, PRESET_TEXTS } from '#app/shop-texts.server.ts'
import { newOwnTextsSchema, readOwnTexts } from '#domain/settings/own-texts.ts'
import { labelTextSlot, listTextKeys, TEXT_GROUPS, TEXT_KEYS, type TextGroup } from '#domain/settings/text-slots.ts'

/** Every text at any depth. */
const listTexts = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(Object(part)).flatMap(listTexts)

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '\n\n', 'a\n \nb', '<b>x</b>', 'Pytanie?', 'Pytanie?\nOdpowiedź'),
)
const anyStored = fc.dictionary(
  fc.oneof(fc.constantFrom(...TEXT_KEYS, 'faq', 'hero', 'hero.points', 'hero.points.3', '__proto__'), fc.string()),
  fc.oneof(anyText, fc.constant(null), fc.integer(), fc.array(fc.string())),
)

test('own texts: whatever is stored, no text of a page is empty, and all have the structure of the defaults', () => {
  fc.assert(
    fc.property(anyStored, (stored) => {
      const { faq, ...texts } = composeShopTexts(readOwnTexts(stored))
      for (const text of listTexts([texts, faq])) expect(text.trim()).not.toBe('')
      expect(Object.keys(texts.hero)).toEqual(Object.keys(composeShopTexts({}).hero))
      // With the question about gifts.
      expect(faq.length).toBeGreaterThan(1)
      expect(texts.about.points).toHaveLength(3)
      expect(texts.hero.points).toHaveLength(3)
    }),
  )
})

test('own texts: each promise under the slogan, and the headings of the lists and of the questions, are the owner’s', () => {
  const preset = composeShopTexts({})
  const texts = composeShopTexts({
    'hero.points.1': '30 dni na zwrot',
    'families.text': 'Wybierz nutę.',
    'perfumes.eyebrow': 'Cała półka',
    'perfumes.title': 'Flakony',
    'questions.title': 'Pytacie nas',
  })
  expect(texts.hero.points).toEqual(preset.hero.points.with(1, '30 dni na zwrot'))
  expect(texts.families).toEqual({ ...preset.families, text: 'Wybierz nutę.' })
  expect(texts.perfumes).toEqual({ eyebrow: 'Cała półka', title: 'Flakony' })
  expect(texts.questions).toEqual({ ...preset.questions, title: 'Pytacie nas' })
  expect(texts.faq).toEqual(preset.faq)
})

test('own texts: publishing keeps valid texts unchanged, however often', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEXT_KEYS), anyText, (key, text) => {
      const once = newOwnTextsSchema.safeParse({ version: 0, [key]: text })
      if (!once.success) return
      expect(newOwnTextsSchema.parse(once.data)).toEqual(once.data)
      expect(once.data[key]).not.toMatch(/\p{Cc}(?<!\n)|\p{Zl}/u)
    }),
  )
})

test('own texts: each has a default within its limits, and a place in the panel', () => {
  expect(newOwnTextsSchema.parse({ version: 0, ...PRESET_TEXTS })).toEqual({ version: 0, ...PRESET_TEXTS })
  expect(composeShopTexts({ ...PRESET_TEXTS, faq: undefined })).toEqual(composeShopTexts({}))
  const ownFaq = composeShopTexts({ faq: PRESET_TEXTS.faq }).faq
  expect(ownFaq.map(({ question }) => question).sort()).toEqual(
    composeShopTexts({})
      .faq.map(({ question }) => question)
      .sort(),
  )
  const groups = Object.keys(TEXT_GROUPS) as TextGroup[]
  expect(groups.flatMap(listTextKeys).sort()).toEqual([...TEXT_KEYS].sort())
  expect(new Set(TEXT_KEYS.map(labelTextSlot)).size).toBe(TEXT_KEYS.length)
})

test('own texts: links of the header have the owner’s words, and are sent only where there are any', () => {
  expect(listShellWords({}, null)).toEqual({})
  expect(listShellWords({ 'menu.quality': 'NASZE PERFUMY' }, null)).toEqual({ menu: { quality: 'NASZE PERFUMY' } })
  expect(composeShopTexts({ 'hero.cta_secondary': 'Poznaj nas' }).hero.cta_secondary).toBe('Poznaj nas')
})
