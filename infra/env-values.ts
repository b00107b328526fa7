import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const port = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a port from 1 to 65535.`)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, `${name} must be a port from 1 to 65535.`)

export const yesOrNoVariable = (name: string) => z.enum(['yes', 'no'], `${name} must be yes or no.`)

export const address = (name: string, protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `${name} must be an address like ${example}.` })

/** True for an invalid address, which another check refuses. */
export function isOrigin(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(URL.canParse(address) ? address : 'http://none')
  return username + password + search + hash === '' && pathname === '/'
}

export function isNetwork(entry: string): boolean {
  return entry.includes('/') ? ipaddr.isValidCIDR(entry) : isIP(entry) !== 0
}
