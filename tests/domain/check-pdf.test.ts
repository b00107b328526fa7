import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasActiveContent } from '#domain/labels/check-pdf.server.ts'

// Active content may be plain, with letters as codes, or in a compressed object stream. A file that this check cannot
// read (passwords, other compressions, too much) counts as active.
const ACTIVE = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'XFA',
  'SubmitForm',
]

const plain = (objects: string) => Buffer.from(`%PDF-1.7\n${objects}\n%%EOF`, 'latin1')
const packed = (objects: string, more = '/Filter /FlateDecode') =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n5 0 obj << /Type /ObjStm /N 1 /First 4 ${more} >>\nstream\r\n`),
    deflateSync(objects),
    Buffer.from('\r\nendstream\nendobj'),
  ])

test('active content is found anywhere in the file, however its name is written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ACTIVE), fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }), (name, coded) => {
      const written = [...name].map((letter, index) =>
        coded[index] ? `#${letter.charCodeAt(0).toString(16).padStart(2, '0')}` : letter,
      )
      const object = `1 0 obj << /S /${written.join('')} >> endobj`
      expect([object, hasActiveContent(plain(object)), hasActiveContent(packed(object))]).toEqual([object, true, true])
    }),
  )
})

test('a document that cannot be checked is refused, an ordinary one is accepted', () => {
  const page = '1 0 obj << /Type /Page /Launcher 2 >> endobj'
  expect([plain(page), packed(page), plain('zgoda przewoźnika')].map(hasActiveContent)).toEqual([false, false, false])
  expect(hasActiveContent(plain('trailer << /Encrypt 4 0 R >>'))).toBe(true)
  expect(hasActiveContent(packed(page, '/Filter [/ASCIIHexDecode /FlateDecode]'))).toBe(true)
  expect(hasActiveContent(packed(page + ' '.repeat(17 * 1024 * 1024)))).toBe(true)
})
