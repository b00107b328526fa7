/** How many bits make a network: of one client (/64), a household or firm (/56), a site (/48). */
const IPV6_NETWORKS = [
  { bits: 64, size: 1 },
  { bits: 56, size: 2 },
  { bits: 48, size: 8 },
] as const

/**
 * What a limit counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one
 * address of it has all of them. Written as Better Auth writes sessions.ip_address, so that the two can be compared.
 */
export function clientNetwork(address: string): string {
  return address.includes(':') ? written(groupsOf(address), 64) : address
}

/**
 * The networks an address belongs to, narrowest first; `size` says how many clients' worth each may do. Whoever rents a
 * server has a /56 or /48 of IPv6 with it and so thousands of /64; a /48 of a mobile operator is thousands of people.
 */
export function clientNetworks(address: string): { network: string; size: number }[] {
  if (!address.includes(':')) return [{ network: address, size: 1 }]
  const groups = groupsOf(address)
  return IPV6_NETWORKS.map(({ bits, size }) => ({
    network: bits === 64 ? written(groups, bits) : `${written(groups, bits)}/${bits}`,
    size,
  }))
}

/** The first four groups of an IPv6 address, which hold its network; each of four hexadecimal digits. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).map((group) => group.padStart(4, '0'))
}

function written(groups: readonly string[], bits: 64 | 56 | 48): string {
  const kept = groups.join('').slice(0, bits / 4)
  return (kept.padEnd(32, '0').match(/.{4}/g) ?? []).join(':')
}
