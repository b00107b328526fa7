import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberSlug, toSlug } from '#domain/catalog/slug.ts'

test.each([
  ['Zażółć Gęślą Jaźń', 'zazolc-gesla-jazn'],
  ['  Noc   w Łodzi ', 'noc-w-lodzi'],
  ["L'Été - N°5 (100 ml)", 'lete-n5-100-ml'],
  ['--Róża---Oud--', 'roza-oud'],
  ['Ærø Straße', 'aero-strasse'],
  ['香水', ''],
])('slug: %s becomes %s', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})

test('slug: any name gives a valid slug, and a slug stays the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
      const slug = toSlug(name)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(toSlug(slug)).toBe(slug)
    }),
  )
})

test('slug: a taken one gets the first free number', () => {
  const taken = new Set(['noc', 'noc-2', 'noc-4'])
  expect(numberSlug('noc', (slug) => taken.has(slug))).toBe('noc-3')
  expect(numberSlug('dzien', (slug) => taken.has(slug))).toBe('dzien')
})
