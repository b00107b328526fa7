import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { writeJson } from '#app/json.server.ts'
import { buildVersion, packPageData } from '#app/page-data.server.ts'
import { readPageData } from '#app/page-data.ts'

const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.date(),
)
const value = fc.letrec((tie) => ({
  node: fc.oneof({ maxDepth: 6 }, leaf, fc.array(tie('node')), fc.dictionary(fc.string(), tie('node'))),
})).node
const page = fc.dictionary(fc.string(), value)

test('JSON of page data is read as the JSON of the platform would be', () => {
  fc.assert(
    fc.property(page, (data) => {
      expect(JSON.parse(writeJson(data))).toEqual(JSON.parse(JSON.stringify(data)))
    }),
  )
})

test('values that come again, also at another depth, are written the same', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1 }), (known) => {
      for (const data of known) writeJson(data)
      const pages = { deep: { list: { items: known } }, known }
      expect(JSON.parse(writeJson(pages))).toEqual(JSON.parse(JSON.stringify(pages)))
    }),
  )
})

test('a page reads the very objects of its loader; the browser gets nothing but their text', () => {
  const product = { name: 'Layali Zahran' }
  const context = new RouterContextProvider()
  context.set(buildVersion, '370e5e70')
  const data = packPageData(context, { product })
  expect(readPageData(data).product).toBe(product)
  expect(Object.keys(data)).toEqual(['json', 'build'])
  const sent = structuredClone(data)
  expect(readPageData(sent)).toEqual({ product })
  expect(readPageData(sent)).toBe(readPageData(sent))
})
