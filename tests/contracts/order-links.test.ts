import fc from 'fast-check'
import { createOrderLinks } from '#infra/auth/signed-links.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const SECRET = 'a secret of the tests, long enough to sign links 0123456789'
const links = createOrderLinks({ secret: SECRET, shopUrl: 'https://perfumeria.test' })
const CHECKOUT = '3f2a9c1e-0000-4000-8000-0000000a9c1e'

const tokenOf = (address: string) => address.slice(address.indexOf('#') + 1)
const token = tokenOf(links.create(CHECKOUT))

test('a signed order link leads to the page of the checkout and has its secret only in the fragment', () => {
  const address = new URL(links.create(CHECKOUT))
  expect(address.origin + address.pathname + address.search).toBe('https://perfumeria.test/zamowienie')
  expect(address.hash).toMatch(/^#[\w-]{43}$/)
})

test('every process with the same secret reads the checkout from its link', () => {
  const elsewhere = createOrderLinks({ secret: SECRET, shopUrl: 'https://www.perfumeria.test' })
  fc.assert(fc.property(fc.uuid(), (id) => elsewhere.read(tokenOf(links.create(id))) === id))
})

test('a token that was changed in any character opens nothing', () => {
  fc.assert(
    fc.property(fc.nat(token.length - 2), fc.constantFrom(...'abcXYZ019-_'), (at, other) => {
      fc.pre(token[at] !== other)
      return links.read(token.slice(0, at) + other + token.slice(at + 1)) === null
    }),
  )
})

test('a token of another secret, of another length or an empty one opens nothing', () => {
  const foreign = createOrderLinks({ secret: `${SECRET}!`, shopUrl: 'https://perfumeria.test' })
  for (const wrong of [tokenOf(foreign.create(CHECKOUT)), '', token.slice(1), `${token}A`, `${token} `, CHECKOUT]) {
    expect(links.read(wrong), wrong).toBeNull()
  }
})

test('links are made only for checkouts', () => {
  expect(() => links.create('1')).toThrow(RangeError)
})
