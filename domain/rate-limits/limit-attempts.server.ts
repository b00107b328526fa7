import { isSignedInFrom } from '#domain/accounts/account-queries.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { attemptsInFlight, settlements, untilOneSettles } from './attempts-under-way.ts'
import { clientNetwork, clientSite } from './client-network.ts'
import { addHit, hitsOf, removeWindowsBefore } from './rate-limit-store.server.ts'

/** Length of a window, ms. Why these figures: docs/decisions/0004-accounts.md. */
const WINDOW = 15 * 60 * 1000

/** Failed sign-ins per window: of one network, of one network with one e-mail, of one e-mail from everywhere. */
export const FAILURES_PER_NETWORK = 60
export const FAILURES_PER_PAIR = 10
export const FAILURES_PER_ACCOUNT = 100
/** The same for an IPv6 /48, which one person may hold: ten times its /64 networks' share, three times with one e-mail. */
export const FAILURES_PER_SITE = 600
export const FAILURES_PER_SITE_PAIR = 30

/** New accounts of one network per window. A mobile operator's customers share addresses. */
export const SIGN_UPS_PER_NETWORK = 500

/** Locker searches of one network per window: typing asks once per pause, and each may reach the operator. */
export const LOCKER_SEARCHES_PER_NETWORK = 600

/** Presses of the ordering button per window: of one account, and of one network with all its accounts. */
export const ORDERS_PER_ACCOUNT = 200
export const ORDERS_PER_NETWORK = 2000

/** How long an attempt waits for others of its kind to come out before it is told to come back, ms. */
const PATIENCE = 20_000

export type TooManyAttempts = { reason: 'too_many_attempts'; retryAfterSeconds: number }

/** What limits need of the shop. `limitFactor` multiplies every limit: load tests come from one address. */
export type Door = Pick<Services, 'db' | 'now' | 'limitFactor'>

type Limit = { key: string; most: number }

/** What is counted under. Parts cannot run into each other, so nobody can spell another one's key. */
export function limitKey(...parts: string[]): string {
  return JSON.stringify(parts)
}

/**
 * Looks at a password (or another secret) within the limits, and counts what fails. Attempts under way count as if they
 * had failed, so that fifty guesses at once cannot slip through together; but they only make others wait: a crowd behind
 * one address that knows its passwords is let in, one after the other. What the narrower limit refuses does not reach the
 * account's own count: one stranger cannot lock a customer out, and even a crowd of them leaves out the networks the
 * customer is signed in from.
 */
export async function limitSecretAttempt<Outcome>(
  door: Door,
  who: { email: string | null; clientAddress: string },
  look: () => Promise<Outcome>,
  hasFailed: (outcome: Outcome) => boolean,
): Promise<Result<Outcome, TooManyAttempts>> {
  const windowStart = windowOf(door.now())
  const limits = signInLimits(door, who)
  const until = performance.now() + PATIENCE
  while (true) {
    const state = await takeRoom(door, who, { limits, windowStart })
    if (state === 'taken') break
    if (state === 'full') return fail(tooManyAttempts(door.now(), windowStart))
    const left = until - performance.now()
    if (left <= 0 || !(await untilOneSettles(left))) return fail({ reason: 'too_many_attempts', retryAfterSeconds: 1 })
  }
  const keys = limits.map(({ key }) => key)
  let failed = true
  try {
    const outcome = await look()
    failed = hasFailed(outcome)
    return ok(outcome)
  } finally {
    // Counted before it stops being under way: in between it would count nowhere.
    try {
      if (failed) await countFailure(door, keys, windowStart)
    } finally {
      attemptsInFlight.end(keys)
    }
  }
}

type Room = { limits: readonly Limit[]; windowStart: Date }

/**
 * Begins an attempt if there is room for it, in the same breath in which the numbers were looked at. 'full' when failures
 * alone reach a limit, 'busy' when those and the attempts under way do.
 */
async function takeRoom(
  door: Door,
  who: { email: string | null; clientAddress: string },
  { limits, windowStart }: Room,
): Promise<'taken' | 'busy' | 'full'> {
  const keys = limits.map(({ key }) => key)
  while (true) {
    if (limits.some(({ key, most }) => attemptsInFlight.count(key) >= most)) return 'busy'
    const seen = settlements()
    const failures = await hitsOf(door.db, { keys, windowStart })
    const full = limits.filter(({ key, most }) => (failures.get(key) ?? 0) >= most)
    if (full.length > 0) {
      const onlyAccount = full.length === 1 && who.email !== null && full[0]?.key === limitKey('sign-in', who.email)
      if (!onlyAccount || !(await isSignedInFrom(door, who.email ?? '', clientNetwork(who.clientAddress))))
        return 'full'
    }
    // An attempt that came out while we were reading may be in neither number.
    if (seen !== settlements()) continue
    const rest = limits.filter((limit) => !full.includes(limit))
    if (rest.some(({ key, most }) => (failures.get(key) ?? 0) + attemptsInFlight.count(key) >= most)) return 'busy'
    attemptsInFlight.begin(keys)
    return 'taken'
  }
}

function signInLimits({ limitFactor }: Door, who: { email: string | null; clientAddress: string }): Limit[] {
  const network = clientNetwork(who.clientAddress)
  const site = clientSite(who.clientAddress)
  const limits: Limit[] = [{ key: limitKey('sign-in from', network), most: FAILURES_PER_NETWORK }]
  if (site !== null) limits.push({ key: limitKey('sign-in from', site), most: FAILURES_PER_SITE })
  if (who.email !== null) {
    limits.push({ key: limitKey('sign-in', who.email, network), most: FAILURES_PER_PAIR })
    if (site !== null) limits.push({ key: limitKey('sign-in', who.email, site), most: FAILURES_PER_SITE_PAIR })
    limits.push({ key: limitKey('sign-in', who.email), most: FAILURES_PER_ACCOUNT })
  }
  return limits.map(({ key, most }) => ({ key, most: most * limitFactor }))
}

async function countFailure(door: Door, keys: readonly string[], windowStart: Date): Promise<void> {
  for (const key of keys) await countHit(door, key, windowStart)
}

/** Counts a new account; these are never taken back. */
export function limitSignUp(door: Door, clientAddress: string): Promise<Result<null, TooManyAttempts>> {
  return startCounted(door, limitKey('sign-up from', clientNetwork(clientAddress)), SIGN_UPS_PER_NETWORK)
}

export function limitLockerSearch(door: Door, clientAddress: string): Promise<Result<null, TooManyAttempts>> {
  return startCounted(door, limitKey('lockers from', clientNetwork(clientAddress)), LOCKER_SEARCHES_PER_NETWORK)
}

/** Counts an attempt to order: nobody presses the button so often, and every press may reach the locker's operator. */
export async function limitOrder(
  door: Door,
  who: { userId: string; clientAddress: string },
): Promise<Result<null, TooManyAttempts>> {
  // The account first: what it may no longer do must not use up its neighbours' share.
  const account = await startCounted(door, limitKey('orders', who.userId), ORDERS_PER_ACCOUNT)
  if (!account.ok) return account
  return startCounted(door, limitKey('orders from', clientNetwork(who.clientAddress)), ORDERS_PER_NETWORK)
}

async function startCounted(door: Door, key: string, most: number): Promise<Result<null, TooManyAttempts>> {
  const windowStart = windowOf(door.now())
  const hits = await countHit(door, key, windowStart)
  return hits > most * door.limitFactor ? fail(tooManyAttempts(door.now(), windowStart)) : ok(null)
}

/** The first of a window sweeps those that are over. */
async function countHit(door: Door, key: string, windowStart: Date): Promise<number> {
  const hits = await addHit(door.db, { key, windowStart })
  if (hits === 1) await removeWindowsBefore(door.db, windowStart)
  return hits
}

function windowOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / WINDOW) * WINDOW)
}

function tooManyAttempts(now: Date, windowStart: Date): TooManyAttempts {
  const retryAfterSeconds = Math.ceil((windowStart.getTime() + WINDOW - now.getTime()) / 1000)
  return { reason: 'too_many_attempts', retryAfterSeconds: Math.max(1, retryAfterSeconds) }
}
