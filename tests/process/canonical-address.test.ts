import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { findCanonicalAddress, PAGE_PREFIXES } from '#infra/http/canonical-address.ts'

describe('one spelling of an address', () => {
  test.each([
    ['//', '/'],
    ['/sklep/', '/sklep'],
    ['//sklep//', '/sklep'],
    ['/SKLEP?search=OUD&x=%20', '/sklep?search=OUD&x=%20'],
    ['/Produkt/LAYALI-Zahran', '/produkt/layali-zahran'],
    ['/produkt/layali%2Dzahran', '/produkt/layali-zahran'],
    ['/%73klep', '/sklep'],
    ['/index.html', '/'],
    ['/index.html/index.htm', '/'],
    ['/sklep/index.html?a=1', '/sklep?a=1'],
    ['/a/./b/../c', '/a/c'],
    ['/../../etc/passwd', '/etc/passwd'],
    ['/%2e%2e/%2E%2E/etc', '/etc'],
    ['/Nie-Ma-Takiej/', '/Nie-Ma-Takiej'],
    ['/produkt/%c5%9bnieg', '/produkt/%C5%9Bnieg'],
    ['/produkt/\u00c5\u009bnieg', '/produkt/%C5%9Bnieg'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example/%2e%2e', '/'],
    ['/\\evil.example', '/%5Cevil.example'],
    ['/%5cevil.example', '/%5Cevil.example'],
    ['/%2f/evil.example', '/%2F/evil.example'],
    ['/sklep#fragment', '/sklep'],
    ['/api//products/', '/api/products'],
  ])('of %s is %s', (written, canonical) => {
    expect(findCanonicalAddress(written)).toBe(canonical)
  })

  test.each([
    '/',
    '/sklep',
    '/sklep?page=2',
    '/_.data',
    '/sklep.data?x',
    '/produkt/LAYALI.data',
    '/api/openapi.json',
    '/film/quality.mp4',
  ])('%s stays', (written) => {
    expect(findCanonicalAddress(written)).toBe(written)
  })

  test.each([
    '',
    '*',
    'sklep',
    'http:',
    '/%',
    '/%zz',
    '/sklep/%f',
    '/%ff',
    '/%c5',
    '/%00',
    '/produkt/%0d%0aSet-Cookie:x',
    '/%zz.data',
  ])('%j is no address', (written) => {
    expect(findCanonicalAddress(written)).toBeNull()
  })
})

/** Input that parsers disagree about, besides arbitrary bytes. */
const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2F',
    '%5c',
    '%',
    '?',
    '#',
    '@',
    ':',
    'evil.example',
    'SKLEP',
    'produkt',
    'index.html',
    '.data',
    ';',
    '&',
  ),
  fc.nat(0xff).map((byte) => String.fromCharCode(byte)),
  fc.nat(0xff).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
)
const address = fc.array(piece, { maxLength: 20 }).map((pieces) => `/${pieces.join('')}`)

test('the canonical spelling is its own canonical spelling, and always a path of this server', () => {
  fc.assert(
    fc.property(address, (written) => {
      const canonical = findCanonicalAddress(written)
      if (canonical === null || canonical === written) return
      expect(findCanonicalAddress(canonical)).toBe(canonical)
      expect(canonical).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      expect(new URL(canonical, 'https://shop.example/sub/page').origin).toBe('https://shop.example')
    }),
    { numRuns: 20_000 },
  )
})

test('every page of the route table is recognised by its first segment', () => {
  const paths = routes
    .flatMap((route) => (route.path === undefined ? (route.children ?? []) : [route]))
    .map(({ path = '' }) => path.split('/')[0] ?? '')
  expect(new Set(paths.filter((part) => part !== '' && part !== '*'))).toEqual(new Set(PAGE_PREFIXES))
})
