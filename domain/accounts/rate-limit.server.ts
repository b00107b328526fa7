import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import { type Limit, limitOf, networkLimits, WINDOW } from './limits.ts'
import { addHit, removeWindowsBefore } from './rate-limit-store.server.ts'

export type TooManyAttempts = { reason: 'too_many_attempts'; retryAfterSeconds: number }

/** What counting needs; `limitFactor` multiplies every limit (LIMIT_FACTOR). */
export type Door = { db: Kysely<Database>; now(): Date; limitFactor: number }

type Allowed = Promise<Result<null, TooManyAttempts>>

/** Counts a new account; these are never taken back. */
export function startSignUp(door: Door, clientAddress: string): Allowed {
  return startCounted(door, networkLimits('signUpsPerNetwork', door.limitFactor, clientAddress))
}

export function startLockerSearch(door: Door, clientAddress: string): Allowed {
  return startCounted(door, networkLimits('lockerSearchesPerNetwork', door.limitFactor, clientAddress))
}

/** Counts an attempt to order. What its account may no longer do does not count against the neighbours in its network. */
export function startOrder(door: Door, who: { userId: string; clientAddress: string }): Allowed {
  return startCounted(door, [
    limitOf('ordersPerAccount', door.limitFactor, who.userId),
    ...networkLimits('ordersPerNetwork', door.limitFactor, who.clientAddress),
  ])
}

/** Counts one on each, up to the first that is full. */
async function startCounted(door: Door, limits: readonly Limit[]): Allowed {
  const now = door.now()
  const windowStart = windowOf(now)
  for (const { key, max } of limits) {
    const hits = await addHit(door.db, { key, windowStart })
    if (hits === 1) await removeWindowsBefore(door.db, windowStart)
    if (hits > max) return fail(tooManyAttempts(now))
  }
  return ok(null)
}

export function windowOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / WINDOW) * WINDOW)
}

/** Come back when the window of this moment is over. */
export function tooManyAttempts(now: Date): TooManyAttempts {
  const retryAfterSeconds = Math.ceil((windowOf(now).getTime() + WINDOW - now.getTime()) / 1000)
  return { reason: 'too_many_attempts', retryAfterSeconds: Math.max(1, retryAfterSeconds) }
}
