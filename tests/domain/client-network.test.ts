import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findClientNetwork } from '#domain/kernel/rate-limits/client-network.ts'

test('IPv4: each address is a network', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => findClientNetwork(address) === address))
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002:0000:0000:0000:0000'],
  ['2001:DB8::1', '2001:0db8:0000:0000:0000:0000:0000:0000'],
  ['::1', '0000:0000:0000:0000:0000:0000:0000:0000'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000:0000:0000:0000:0000'],
])('%s counts as %s', (address, network) => {
  expect(findClientNetwork(address)).toBe(network)
})

test('every IPv6 address has one network, and a network belongs to itself', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(!address.includes('.'))
      const network = findClientNetwork(address)
      return isIPv6(network) && network.length === 39 && findClientNetwork(network) === network
    }),
  )
})
