import ipaddr from 'ipaddr.js'
import { log } from '#domain/kernel/log.ts'

type Address = ReturnType<typeof ipaddr.parse>

/** The owner's own proxies usually have addresses in these ranges. */
const NEIGHBOUR_RANGES = new Set<string>(['loopback', 'private', 'uniqueLocal'])

/**
 * Returns a function that finds the client's address. It is the address of the socket or, when that is a configured
 * proxy, the last address in X-Forwarded-For that is not such a proxy, so that addresses added by a client do not
 * count.
 * @param trustedProxy addresses ('127.0.0.1') and networks ('10.0.0.0/8', 'fd00::/8')
 */
export function createClientAddress(trustedProxy: readonly string[]) {
  const networks = trustedProxy.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.parse(entry)
    return [address, address.toByteArray().length * 8] as const
  })
  const isTrusted = (address: Address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

  return (socketAddress: string | undefined, forwardedFor: string | undefined): string => {
    const socket = socketAddress === undefined ? undefined : parseAddress(socketAddress)
    if (socket === undefined) return 'unknown'
    if (!isTrusted(socket)) {
      if (forwardedFor !== undefined && NEIGHBOUR_RANGES.has(socket.range())) warnOfUntrustedProxy(socket.toString())
      return socket.toString()
    }
    const hops = (forwardedFor ?? '').split(',').map((hop) => parseAddress(hop.trim()))
    const client = hops.findLast((hop) => hop === undefined || !isTrusted(hop))
    return (client ?? socket).toString()
  }
}

/** Accepts the brackets and ports that some proxies write; IPv4 mapped into IPv6 becomes IPv4. */
function parseAddress(written: string): Address | undefined {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written
  return ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address)
    ? ipaddr.process(address)
    : undefined
}

let warned = false

/** Warns once that without TRUSTED_PROXY all customers share one address and its limits. */
function warnOfUntrustedProxy(address: string): void {
  if (warned) return
  warned = true
  log.warn(
    `${address} sends X-Forwarded-For but is not in TRUSTED_PROXY: all its visitors are counted as one. Set ` +
      'TRUSTED_PROXY if it is your proxy.',
  )
}
