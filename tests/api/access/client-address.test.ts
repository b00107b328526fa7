import { expect, test } from 'vitest'
import { createClientAddress } from '#api/client-address.ts'

test('behind a trusted proxy the last untrusted hop is the client, in every notation', () => {
  const addressOf = createClientAddress(['127.0.0.1', '10.0.0.0/8'])
  const seen = (forwardedFor: string) => addressOf('127.0.0.1', forwardedFor)
  expect(seen('203.0.113.7')).toBe('203.0.113.7')
  expect(seen('203.0.113.7:5555')).toBe('203.0.113.7')
  expect(seen('[2001:db8::1]:443')).toBe('2001:db8::1')
  expect(seen('[2001:db8::1]')).toBe('2001:db8::1')
  expect(seen('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(seen('::ffff:cb00:7107')).toBe('203.0.113.7')
  expect(seen('198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7')
  expect(seen('nonsense')).toBe('127.0.0.1')
})

test('without a trusted proxy the socket’s address counts, whatever headers claim', () => {
  const addressOf = createClientAddress([])
  expect(addressOf('::ffff:198.51.100.9', '203.0.113.7')).toBe('198.51.100.9')
  expect(addressOf(undefined, '203.0.113.7')).toBe('unknown')
})
