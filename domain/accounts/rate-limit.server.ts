import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import { isSignedInFrom } from './account-queries.server.ts'
import { clientNetwork } from './client-network.ts'
import { addHit, removeHit, removeWindowsBefore } from './rate-limit-store.server.ts'

/** Length of a window, ms. Why these figures: docs/decisions/0004-accounts.md. */
const WINDOW = 15 * 60 * 1000

/** Failed sign-ins per window: of one network, of one network with one e-mail, of one e-mail from everywhere. */
export const FAILURES_PER_NETWORK = 60
export const FAILURES_PER_PAIR = 10
export const FAILURES_PER_ACCOUNT = 100

/** New accounts of one network per window. A mobile operator's customers share addresses. */
export const SIGN_UPS_PER_NETWORK = 200

/** Locker searches of one network per window: typing asks once per pause, and each may reach the operator. */
export const LOCKER_SEARCHES_PER_NETWORK = 600

export type TooManyAttempts = { reason: 'too_many_attempts'; retryAfterSeconds: number }

/** A counted attempt; one that succeeded is taken back, so that only failures add up. */
export type Attempt = { succeeded(): Promise<void> }

type Door = { db: Kysely<Database>; now(): Date }

/**
 * Counts an attempt to sign in before the password is looked at, so that fifty guesses at once cannot slip through
 * together. What the narrower limit refuses does not reach the account's own count: one stranger cannot lock a
 * customer out, and even a crowd of them leaves out the networks the customer is signed in from.
 */
export async function startSignIn(
  door: Door,
  who: { email: string | null; clientAddress: string },
): Promise<Result<Attempt, TooManyAttempts>> {
  const windowStart = windowOf(door.now())
  const network = clientNetwork(who.clientAddress)
  const counted: string[] = []
  const exceeds = async (key: string, limit: number) => {
    counted.push(key)
    const hits = await addHit(door.db, { key, windowStart })
    if (hits === 1) await removeWindowsBefore(door.db, windowStart)
    return hits > limit
  }
  const refused = fail(tooManyAttempts(door.now(), windowStart))
  if (await exceeds(`sign-in:${network}`, FAILURES_PER_NETWORK)) return refused
  if (who.email !== null) {
    if (await exceeds(`sign-in:${who.email}|${network}`, FAILURES_PER_PAIR)) return refused
    if (await exceeds(`sign-in:${who.email}`, FAILURES_PER_ACCOUNT)) {
      if (!(await isSignedInFrom(door.db, who.email, network))) return refused
    }
  }
  return ok({
    async succeeded() {
      for (const key of counted) await removeHit(door.db, { key, windowStart })
    },
  })
}

/** Counts a new account; these are never taken back. */
export function startSignUp(door: Door, clientAddress: string): Promise<Result<null, TooManyAttempts>> {
  return startCounted(door, `sign-up:${clientNetwork(clientAddress)}`, SIGN_UPS_PER_NETWORK)
}

export function startLockerSearch(door: Door, clientAddress: string): Promise<Result<null, TooManyAttempts>> {
  return startCounted(door, `lockers:${clientNetwork(clientAddress)}`, LOCKER_SEARCHES_PER_NETWORK)
}

async function startCounted(door: Door, key: string, limit: number): Promise<Result<null, TooManyAttempts>> {
  const windowStart = windowOf(door.now())
  const hits = await addHit(door.db, { key, windowStart })
  return hits > limit ? fail(tooManyAttempts(door.now(), windowStart)) : ok(null)
}

function windowOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / WINDOW) * WINDOW)
}

function tooManyAttempts(now: Date, windowStart: Date): TooManyAttempts {
  const retryAfterSeconds = Math.ceil((windowStart.getTime() + WINDOW - now.getTime()) / 1000)
  return { reason: 'too_many_attempts', retryAfterSeconds: Math.max(1, retryAfterSeconds) }
}
