import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Finds the addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>

/** The addresses of the public internet in IPv6; others are reserved, or hold an IPv4 address (`::127.0.0.1`). */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

export function isPublicAddress({ address }: Pick<LookupAddress, 'address'>): boolean {
  const parsed = ipaddr.process(address)
  // The range also excludes 6to4 and Teredo, which hold an IPv4 address as well.
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(GLOBAL_V6) && !holdsLocalV4(parsed))
}

/** ISATAP: a network, then 0000:5efe or 0200:5efe, then an IPv4 address. */
const holdsLocalV4 = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && ((parts[4] ?? 0) & 0xfdff) === 0

/**
 * Looks a name up for a connection; fails when any of its addresses is not public. Node asks it for names alone: check
 * a host that is an address yourself.
 */
export const lookupPublic =
  (findAddresses: FindAddresses, isAllowed = isPublicAddress): LookupFunction =>
  (hostname, options, callback) => {
    findAddresses(hostname).then(
      (found) => {
        const [first] = found
        if (first === undefined || !found.every(isAllowed)) callback(new NotPublic(), '', 4)
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    )
  }

export class NotPublic extends Error {
  constructor() {
    super('The address is not public')
  }
}
