import { expect, test } from 'vitest'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('the sizes of a scent have names that tell them apart, on sale and when ordered', () => {
  const name = 'Źródlany Jaśmin'
  const sizes = [
    { name, kind: 'bottle', volume_ml: 100 },
    { name, kind: 'bottle', volume_ml: 50 },
    { name, kind: 'sample', volume_ml: 2 },
    { name, kind: 'set', volume_ml: null },
    { name, kind: 'bottle', volume_ml: null },
  ] as const
  expect(sizes.map((size) => plain(nameSized(size)))).toEqual([
    'Źródlany Jaśmin, 100 ml',
    'Źródlany Jaśmin, 50 ml',
    'Źródlany Jaśmin, próbka 2 ml',
    'Źródlany Jaśmin, zestaw',
    'Źródlany Jaśmin',
  ])
  const facts = ['50\u00a0ml · Woda perfumowana', 'próbka 2\u00a0ml · Ekstrakt', 'zestaw', 'Woda perfumowana', '']
  expect(facts.map((each) => plain(nameOrderedSize({ product_name: name, facts: each })))).toEqual([
    'Źródlany Jaśmin, 50 ml',
    'Źródlany Jaśmin, próbka 2 ml',
    'Źródlany Jaśmin, zestaw',
    name,
    name,
  ])
})

test('a name that says its size already does not say it twice', () => {
  expect(nameSized({ name: 'Layali 100 ml', kind: 'bottle', volume_ml: 100 })).toBe('Layali 100 ml')
})
