const MINUTE = 60 * 1000

/** Whom a limit counts: an account, a client's network, or one account from one network. */
type Scope = 'account' | 'network' | 'network_and_account'

type Limit = {
  per: Scope
  most: number
  /** The most of an IPv6 /48, where it is not SITE_FACTOR times that of one network. */
  mostPerSite?: number
  /** When full, still lets in networks from which the account has an open session. */
  exceptWhereSignedIn?: boolean
}

type RateLimit = { windowMs: number; limits: readonly Limit[] }

/**
 * Everything that is limited: how many attempts in a window of `windowMs`, per whom. Why these figures:
 * docs/decisions/0004-accounts.md. Attempts are counted in the order listed, and what one limit refuses is never counted
 * by those after it: one network cannot use up what an account is allowed from everywhere.
 */
export const RATE_LIMITS = {
  /** Wrong passwords and codes, and attempts whose outcome is not known yet. The account is its e-mail address. */
  sign_in: {
    windowMs: 15 * MINUTE,
    limits: [
      // A site stays below what the account is allowed, so that one person with many networks cannot lock it.
      { per: 'network_and_account', most: 10, mostPerSite: 30 },
      { per: 'network', most: 600 },
      { per: 'account', most: 100, exceptWhereSignedIn: true },
    ],
  },
  sign_up: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 500 }] },
  locker_search: { windowMs: 15 * MINUTE, limits: [{ per: 'network', most: 600 }] },
  /** Presses of the ordering button. The account is its id. */
  order: {
    windowMs: 15 * MINUTE,
    limits: [
      { per: 'account', most: 200 },
      { per: 'network', most: 2000 },
    ],
  },
} as const satisfies Record<string, RateLimit>

export type LimitedAction = keyof typeof RATE_LIMITS

/** An IPv6 /48, which providers hand to one customer, holds many networks of /64; it may do so many times as much. */
const SITE_FACTOR = 10

/** Who attempts. Limits of accounts do not count where `account` is null. */
export type Attempter = { account: string | null; clientAddress: string }

/** One number to count under, and how far it may go. */
export type Counter = { key: string; most: number; exceptWhereSignedIn: boolean }

/** What an attempt is counted under, in order. `limitFactor` multiplies every limit. */
export function listCounters(action: LimitedAction, who: Attempter, limitFactor: number): Counter[] {
  const network = findClientNetwork(who.clientAddress)
  const site = findClientSite(who.clientAddress)
  const { limits }: RateLimit = RATE_LIMITS[action]
  return limits.flatMap(({ per, most, mostPerSite = most * SITE_FACTOR, exceptWhereSignedIn = false }) => {
    const counter = (subject: string[], limit: number) => ({
      key: limitKey(action, per, ...subject),
      most: limit * limitFactor,
      exceptWhereSignedIn,
    })
    if (per === 'account') return who.account === null ? [] : [counter([who.account], most)]
    if (per === 'network_and_account' && who.account === null) return []
    const account = per === 'network_and_account' && who.account !== null ? [who.account] : []
    const ofNetwork = counter([network, ...account], most)
    return site === null ? [ofNetwork] : [ofNetwork, counter([site, ...account], mostPerSite)]
  })
}

/** Parts cannot run into each other, so nobody can spell another one's key. */
export function limitKey(action: LimitedAction, per: Scope, ...subject: string[]): string {
  return JSON.stringify([action, per, ...subject])
}

/** Windows are fixed: when the one of this moment began. */
export function findWindowStart(action: LimitedAction, moment: Date): Date {
  const { windowMs } = RATE_LIMITS[action]
  return new Date(Math.floor(moment.getTime() / windowMs) * windowMs)
}

/** Whole seconds until the window of this moment is over, at least 1. */
export function countSecondsLeft(action: LimitedAction, moment: Date): number {
  const end = findWindowStart(action, moment).getTime() + RATE_LIMITS[action].windowMs
  return Math.max(1, Math.ceil((end - moment.getTime()) / 1000))
}

/**
 * What a limit counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one
 * address of it has all of them. Written as Better Auth writes sessions.ip_address, so that the two can be compared.
 */
export function findClientNetwork(address: string): string {
  if (!address.includes(':')) return address
  return [...expandGroups(address).slice(0, 4), '0', '0', '0', '0'].map((group) => group.padStart(4, '0')).join(':')
}

/** The /48 around an IPv6 address; null for IPv4. */
function findClientSite(address: string): string | null {
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
