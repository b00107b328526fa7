import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Finds the addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>

export const isPublicAddress = ({ address }: Pick<LookupAddress, 'address'>): boolean =>
  ipaddr.process(address).range() === 'unicast'

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
