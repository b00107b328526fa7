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
    if (!isTrusted(trusted, socket)) {
      if (forwardedFor !== undefined && isTrusted(NEIGHBOURS, socket)) warnOfUntrustedProxy(socket)
      return socket || 'unknown'
    }
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

/** Without brackets and port, as some proxies write it; IPv4 in IPv6 clothes is IPv4. */
function plainAddress(written: string): string {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const bits = Number.parseInt(hex[1] ?? '', 16) * 65_536 + Number.parseInt(hex[2] ?? '', 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.')
}

/** Where a proxy of one's own usually stands: this machine and private networks. */
const NEIGHBOURS = new BlockList()
for (const network of ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7']) {
  addTrusted(NEIGHBOURS, network)
}

let warned = false

/** Once: without the setting every customer shares one address, and so one set of limits. */
function warnOfUntrustedProxy(address: string): void {
  if (warned) return
  warned = true
  console.warn(
    `${address} sends X-Forwarded-For but is not in TRUSTED_PROXY: all its visitors are counted as one. Set TRUSTED_PROXY if it is your proxy.`,
  )
}
