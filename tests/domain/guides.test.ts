import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeBlocks } from '#app/guides/guide-article.tsx'
import { numberSlug, toSlug } from '#domain/catalog/slug.ts'
import {
  type GuideBlock,
  guideBlockSchema,
  guideChangeSchema,
  listGuidePictures,
  MOST_BLOCKS,
} from '#domain/guides/guide.ts'
import { isPlainLines } from '#domain/kernel/text/plain-text.ts'

const KEY = 'ab'.repeat(16)
const ID = '0a6fd0ac-5b1c-4a34-9d51-3c2b63d1ab11'
const GUIDE = { version: '1', published: false, title: 'Tytuł', description: '', blocks: [] as unknown[] }
const heading = (id: string, text = 'Nagłówek') => ({ id, kind: 'heading', text })
const mistakeOf = (guide: object) => {
  const parsed = guideChangeSchema.safeParse({ ...GUIDE, ...guide })
  return parsed.success ? null : parsed.error.issues[0]?.message
}

test('slugs: every title gives an address of the shop, whatever is taken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.nat({ max: 12 }), (title, others) => {
      const slug = toSlug(title) || 'wpis'
      const taken = new Set([slug, ...Array.from({ length: others }, (_, index) => `${slug}-${index + 2}`)])
      const chosen = numberSlug(slug, (known) => taken.has(known))
      expect(chosen).toMatch(/^[a-z0-9-]{1,160}$/)
      expect(taken.has(chosen)).toBe(false)
    }),
  )
  expect(toSlug('Zażółć gęślą jaźń: ŁÓDŹ 2026!')).toBe('zazolc-gesla-jazn-lodz-2026')
})

test('blocks: what is accepted is tidy plain text within its limit, and is accepted again as it is', () => {
  const block = fc.oneof(
    fc.record({
      id: fc.constant('a'),
      kind: fc.constantFrom('heading', 'paragraph'),
      text: fc.string({ unit: 'grapheme', maxLength: 2100 }),
    }),
    fc.record({
      id: fc.constant('a'),
      kind: fc.constant('picture'),
      image_key: fc.constantFrom(KEY, '', '../x'),
      alt: fc.string(),
    }),
    fc.record({
      id: fc.constant('a'),
      kind: fc.constant('products'),
      product_ids: fc.array(fc.oneof(fc.uuid(), fc.constant(ID), fc.string()), { maxLength: 14 }),
    }),
  )
  fc.assert(
    fc.property(block, (given) => {
      const parsed = guideBlockSchema.safeParse(given)
      if (!parsed.success) return
      const kept = parsed.data
      if (kept.kind === 'products') {
        expect(kept.product_ids.length).toBeGreaterThan(0)
        expect(new Set(kept.product_ids).size).toBe(kept.product_ids.length)
      } else {
        const text = kept.kind === 'picture' ? kept.alt : kept.text
        expect(text).toBe(text.trim())
        expect(text).not.toBe('')
        expect(isPlainLines(text)).toBe(true)
      }
      expect(guideBlockSchema.parse(kept)).toEqual(kept)
    }),
  )
})

test('blocks: unknown kinds and fields are refused, and each broken limit says its number', () => {
  for (const block of [
    { id: 'a', kind: 'html', text: '<b>x</b>' },
    { ...heading('a'), style: 'color:red' },
    { ...heading('a'), id: 'A b' },
    { id: 'a', kind: 'picture', image_key: '../../etc', alt: 'x' },
    { id: 'a', kind: 'products', product_ids: ['1'] },
  ])
    expect(guideBlockSchema.safeParse(block).success, JSON.stringify(block)).toBe(false)
  expect(mistakeOf({ blocks: [heading('a', 'x'.repeat(101))] })).toBe('Wpisz najwyżej 100 znaków')
  expect(mistakeOf({ blocks: [{ id: 'a', kind: 'paragraph', text: 'x'.repeat(2001) }] })).toBe(
    'Wpisz najwyżej 2000 znaków',
  )
  expect(mistakeOf({ blocks: [heading('a', ' \n')] })).toBe('Wpisz tekst albo usuń ten element')
  expect(mistakeOf({ blocks: [{ id: 'a', kind: 'picture', image_key: KEY, alt: ' ' }] })).toBe(
    'Opisz, co widać na zdjęciu',
  )
  expect(mistakeOf({ blocks: Array.from({ length: MOST_BLOCKS + 1 }, (_, index) => heading(`b${index}`)) })).toBe(
    'Najwyżej 60 elementów',
  )
  expect(mistakeOf({ blocks: [heading('a'), heading('a')] })).toBe('Ten element już jest')
  expect(mistakeOf({ published: true, description: 'Opis' })).toBe('Przed publikacją dodaj co najmniej jeden element')
  expect(mistakeOf({ published: true, blocks: [heading('a')] })).toBe('Przed publikacją wpisz opis')
  expect(mistakeOf({ blocks: [heading('a', 'To <b>zwykły</b> tekst')] })).toBeNull()
})

test('a product that is no longer in the shop is left out, and so is a block that has no other', () => {
  const card = { id: ID }
  const catalog = { byKey: new Map([[ID, { card }]]) } as unknown as Parameters<typeof composeBlocks>[1]
  const blocks: GuideBlock[] = [
    { id: 'a', kind: 'products', product_ids: ['gone', ID] },
    { id: 'b', kind: 'products', product_ids: ['gone'] },
    { id: 'c', kind: 'picture', image_key: KEY, alt: 'x' },
    { id: 'd', kind: 'picture', image_key: KEY, alt: 'y' },
  ]
  expect(composeBlocks(blocks, catalog)).toEqual([
    { id: 'a', kind: 'products', products: [card] },
    blocks[2],
    blocks[3],
  ])
  expect(listGuidePictures(blocks)).toEqual([KEY])
})
