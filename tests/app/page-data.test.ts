import fc from 'fast-check'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { buildVersion, documentData, JSON_OF_PAGE, packPageData } from '#app/page-data.server.ts'
import { readPageData } from '#app/page-data.ts'
import { writeJson } from '#domain/json-pieces.server.ts'

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

const textOf = (data: object) => Buffer.concat(writeJson(data)).toString()

test('JSON of page data is read as the JSON of the platform would be, and ends no block of a document', () => {
  fc.assert(
    fc.property(page, (data) => {
      const text = textOf(data)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(data)))
      expect(text).not.toContain('<')
    }),
  )
})

test('values that come again, also at another depth, are written the same', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1 }), (known) => {
      for (const data of known) writeJson(data)
      for (let times = 0; times < 3; times += 1) {
        const pages = { deep: { list: { items: known } }, known }
        expect(JSON.parse(textOf(pages))).toEqual(JSON.parse(JSON.stringify(pages)))
      }
    }),
  )
})

test('a page reads the very objects of its loader; the browser gets nothing but their text', () => {
  const product = { name: 'Layali Zahran' }
  const context = new RouterContextProvider()
  context.set(buildVersion, '370e5e70')
  context.set(documentData, null)
  const data = packPageData(context, { product })
  expect(readPageData(data).product).toBe(product)
  expect(Object.keys(data)).toEqual(['json', 'build'])
  const sent = structuredClone(data)
  expect(readPageData(sent)).toEqual({ product })
  expect(readPageData(sent)).toBe(readPageData(sent))
})

test('for a document the text waits beside the data of the router', () => {
  const product = { name: 'Layali Zahran' }
  const context = new RouterContextProvider()
  const document: { json: readonly Buffer[] } = { json: [] }
  context.set(buildVersion, '370e5e70')
  context.set(documentData, document)
  const data = packPageData(context, { product })
  expect([readPageData(data).product, data.json]).toEqual([product, JSON_OF_PAGE])
  expect(Buffer.concat(document.json).toString()).toBe(JSON.stringify({ product }))
})
