import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALLERGEN_NAMES } from '#domain/labels/allergen-names.ts'
import { findAllergens, findBanned } from '#domain/labels/allergens.ts'

const anyName = fc.constantFrom(...ALLERGEN_NAMES.flatMap((names) => names.map((name) => ({ name, shown: names[0] }))))
/** Ways in which labels write the same name. */
const anyWriting = fc.constantFrom(
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => name.toLowerCase().replaceAll('-', ' '),
  (name: string) => ` ${name}* `,
  (name: string) => `${name} (${name})`,
  (name: string) => `Parfum (${name})`,
)

test('allergens: there are more than eighty, and no name belongs to two of them', () => {
  expect(ALLERGEN_NAMES.length).toBeGreaterThanOrEqual(80)
  const all = ALLERGEN_NAMES.flat().map((name) => name.toLowerCase())
  expect(all.length - new Set(all).size).toBe(0)
})

test('allergens: each is found once by any of its names in any spelling, in the order of the label', () => {
  const anyLabel = fc.array(fc.tuple(anyName, anyWriting), { maxLength: 8 })
  fc.assert(
    fc.property(anyLabel, fc.constantFrom(', ', '; ', ' • ', '\n'), (label, separator) => {
      const written = ['Alcohol Denat.', ...label.map(([{ name }, write]) => write(name)), 'Aqua'].join(separator)
      expect(findAllergens(written)).toEqual([...new Set(label.map(([{ shown }]) => shown))])
    }),
  )
})

test('allergens: only whole ingredients match, and a list in brackets is read as a list', () => {
  expect(findAllergens('Phenylbenzyl Alcohol, Linaloolum, Dihydrolimonene, CI 19140')).toEqual([])
  expect(findAllergens('Parfum (Linalool, Citral), Aqua')).toEqual(['Linalool', 'Citral'])
  expect(findAllergens('Citrus Aurantium Bergamia (Bergamot) Peel Oil')).toEqual(['Citrus Aurantium Bergamia Peel Oil'])
  expect(findAllergens('α-Isomethyl Ionone, p-Mentha-1,3-diene')).toEqual(['Alpha-Isomethyl Ionone', 'Alpha-Terpinene'])
  expect(findAllergens('')).toEqual([])
})

test('allergens: names of other substances match none', () => {
  expect(findAllergens('Polysantol, Isoamyl Salicylate, Rhodinol')).toEqual([])
  expect(findAllergens('Rose Flower Oil, Citrus Limon Peel Oil Expressed, Lippia Citriodora Leaf Extract')).toEqual([
    'Rose Flower Oil/Extract',
    'Citrus Limon Peel Oil',
    'Lippia Citriodora Absolute',
  ])
})

test('banned substances: are found by each of their names, as whole ingredients', () => {
  expect(findBanned('Alcohol Denat., Parfum (Lilial), LYRAL, Butylphenyl Methylpropional')).toEqual([
    'Butylphenyl Methylpropional',
    'Hydroxyisohexyl 3-Cyclohexene Carboxaldehyde',
  ])
  expect(findBanned('Methylpropional, Linalool')).toEqual([])
})
