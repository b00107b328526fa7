/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, because a client with one
 * address of a /64 has all of them.
 */
export function findClientNetwork(address: string): string {
  if (!address.includes(':')) return address
  return [...expandGroups(address).slice(0, 4), '0', '0', '0', '0'].map((group) => group.padStart(4, '0')).join(':')
}

/** The /48 around an IPv6 address; null for IPv4. */
export function findClientSite(address: string): string | null {
  if (!address.includes(':')) return null
  return `${expandGroups(address)
    .slice(0, 3)
    .map((group) => group.padStart(4, '0'))
    .join(':')}::/48`
}

function expandGroups(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
}
