import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeShopTexts, PRESET_TEXTS } from '#app/shop-texts.server.ts'
import { newOwnTextsSchema, readOwnTexts } from '#domain/settings/own-texts.ts'
import { listTextKeys, nameText, TEXT_GROUPS, TEXT_KEYS, type TextGroup } from '#domain/settings/text-slots.ts'

/** Every text at any depth. */
const listTexts = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(Object(part)).flatMap(listTexts)

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '\n\n', 'a\n \nb', '<b>x</b>', 'Pytanie?', 'Pytanie?\nOdpowiedź'),
)
const anyStored = fc.dictionary(
  fc.oneof(fc.constantFrom(...TEXT_KEYS, 'faq', 'hero', 'hero.points', '__proto__'), fc.string()),
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
      expect(texts.hero.points).toEqual(composeShopTexts({}).hero.points)
    }),
  )
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
  expect(new Set(TEXT_KEYS.map(nameText)).size).toBe(TEXT_KEYS.length)
})
