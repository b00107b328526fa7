/**
 * What a limit counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one
 * address of it has all of them. Written as Better Auth writes sessions.ip_address, so that the two can be compared.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address
  return [...groupsOf(address).slice(0, 4), '0', '0', '0', '0'].map((group) => group.padStart(4, '0')).join(':')
}

/** The /48 around an IPv6 address, which providers hand to one customer; null for IPv4. */
export function clientSite(address: string): string | null {
  if (!address.includes(':')) return null
  return `${groupsOf(address)
    .slice(0, 3)
    .map((group) => group.padStart(4, '0'))
    .join(':')}::/48`
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
}
