import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDemo } from '#db/demo/demo-data.ts'
import { buildFamilyPictureUrl, FAMILY_PICTURE_WIDTHS, SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { FAMILY_NOTES, findNoteName, findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

test('every note of the demo catalogue belongs to exactly one family, and each family has notes there', () => {
  const sorted = Object.values(FAMILY_NOTES).flat()
  expect(new Set(sorted.map(toSlug)).size).toBe(sorted.length)
  const inCatalogue = new Set(readDemo().products.flatMap((product) => product.notes))
  expect([...inCatalogue].toSorted()).toEqual(sorted.toSorted())
})

test('a note is found whatever its case and diacritics, and an unknown one has no family', () => {
  expect(findScentFamily('RÓŻA  Damascenska')?.name).toBe('Róża i piwonia')
  expect(findNoteName('roza-damascenska')).toBe('róża damasceńska')
  expect(findScentFamily('proch strzelniczy')).toBeUndefined()
})

test('every family has its pictures', () => {
  for (const { slug } of SCENT_FAMILIES) {
    for (const width of FAMILY_PICTURE_WIDTHS) {
      for (const format of ['avif', 'webp'] as const) {
        expect(existsSync(join(PROJECT_ROOT, 'public', buildFamilyPictureUrl(slug, width, format)))).toBe(true)
      }
    }
  }
})
