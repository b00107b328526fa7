import { isSignedInFrom } from '#domain/accounts/account-queries.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { countAttempt, giveBackAttempt } from './rate-limit-store.server.ts'
import {
  type Attempter,
  countSecondsLeft,
  findClientNetwork,
  findWindowStart,
  type LimitedAction,
  listCounters,
} from './rate-limits.ts'

export type TooManyAttempts = { reason: 'too_many_attempts'; retryAfterSeconds: number }

/** What limits need of the shop. */
export type LimitServices = Pick<Services, 'db' | 'now' | 'limitFactor'>

/** Where an attempt was counted, to be given back. */
type CountedAttempt = { keys: readonly string[]; windowStart: Date }

/** Counts an attempt for good, or refuses it; what is refused is counted nowhere. */
export async function limitAttempts(
  services: LimitServices,
  action: LimitedAction,
  who: Attempter,
): Promise<Result<CountedAttempt, TooManyAttempts>> {
  const { db, now, limitFactor } = services
  const moment = now()
  const windowStart = findWindowStart(action, moment)
  const counters = listCounters(action, who, limitFactor)
  const keys = await countAttempt(db, counters, windowStart)
  const full = counters[keys.length]
  if (!full) return ok({ keys, windowStart })
  if (full.exceptWhereSignedIn && (await isSignedIn(services, who))) return ok({ keys, windowStart })
  if (keys.length > 0) await giveBackAttempt(db, keys, windowStart)
  return fail({ reason: 'too_many_attempts', retryAfterSeconds: countSecondsLeft(action, moment) })
}

/**
 * Makes an attempt within the limits, of which only failures count. It is counted before it is made and given back when
 * it succeeds, so that fifty guesses at once cannot get past a limit together. One that throws stays counted.
 */
export async function limitFailedAttempts<Outcome>(
  services: LimitServices,
  limited: Attempter & { action: LimitedAction },
  attempt: () => Promise<Outcome>,
  hasFailed: (outcome: Outcome) => boolean,
): Promise<Result<Outcome, TooManyAttempts>> {
  const counted = await limitAttempts(services, limited.action, limited)
  if (!counted.ok) return counted
  const outcome = await attempt()
  if (!hasFailed(outcome)) await giveBackAttempt(services.db, counted.value.keys, counted.value.windowStart)
  return ok(outcome)
}

async function isSignedIn(services: LimitServices, { account, clientAddress }: Attempter): Promise<boolean> {
  return account !== null && isSignedInFrom(services, account, findClientNetwork(clientAddress))
}
