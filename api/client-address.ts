import { BlockList, isIP } from 'node:net'

/**
 * Who is really at the other end: the socket's address. Forwarding headers are believed only when the socket belongs
 * to a configured proxy; then it is the last address in X-Forwarded-For that is not such a proxy itself, so that
 * nothing a client puts in front of it counts.
 */
export function createClientAddress(trustedProxy: readonly string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxy) addTrusted(trusted, entry)

  return (socketAddress: string | undefined, forwardedFor: string | undefined): string => {
    const socket = plainAddress(socketAddress ?? '')
    if (!isTrusted(trusted, socket)) return socket || 'unknown'
    const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()))
    const client = hops.findLast((hop) => !isTrusted(trusted, hop))
    return client !== undefined && isIP(client) ? client : socket
  }
}

/** An address ('127.0.0.1') or a network ('10.0.0.0/8', 'fd00::/8'). */
function addTrusted(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(prefix), family)
}

function isTrusted(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** IPv4 in IPv6 clothes is IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
