import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { countAttempt, giveBackAttempt } from './rate-limit-store.server.ts'
import { type Attempter, type Counter, countSecondsLeft, type LimitedAction, listCounters } from './rate-limits.ts'

export type TooManyAttempts = { reason: 'too_many_attempts'; retryAfterSeconds: number }

/** Services that limits need. */
export type LimitServices = Pick<Services, 'db' | 'now' | 'limitFactor'>

/** Counts an attempt under each action, or refuses it. A refused attempt counts nowhere. */
export async function limitAttempts(
  { db, now, limitFactor }: LimitServices,
  actions: LimitedAction | readonly LimitedAction[],
  who: Attempter,
): Promise<Result<Counter[], TooManyAttempts>> {
  const moment = now()
  const counters = [actions].flat().flatMap((action) => listCounters(action, who, { moment, limitFactor }))
  const full = await countUnlessFull(db, counters)
  return full === null ? ok(counters) : tooManyAttempts(full, moment)
}

/** Counts under every counter, or under none. Returns the first full counter. */
export async function countUnlessFull(db: LimitServices['db'], counters: readonly Counter[]): Promise<Counter | null> {
  const counted = await countAttempt(db, counters)
  const full = counters[counted] ?? null
  if (full && counted > 0) await giveBackAttempt(db, counters.slice(0, counted))
  return full
}

export function tooManyAttempts(full: Counter, moment: Date) {
  const retryAfterSeconds = countSecondsLeft(full.action, moment)
  return fail({ reason: 'too_many_attempts' as const, retryAfterSeconds })
}

/** The outcome of an attempt, which decides under which action it stays counted. */
export type AttemptVerdict = 'right' | 'wrong' | 'not_checked'

/** The limits that count a wrong guess and a right one; null: a right one counts nowhere. */
type GuessActions = { countWhenWrong: LimitedAction; countWhenRight: LimitedAction | null }

/**
 * Makes an attempt that may be a guess. It is counted under both actions before it is made, and given back under the one
 * that did not apply, so that many simultaneous guesses cannot exceed a limit together. An attempt that was
 * not checked is given back under both. An attempt that throws stays counted.
 */
export async function limitGuesses<Outcome>(
  services: LimitServices,
  { countWhenWrong, countWhenRight, ...who }: Attempter & GuessActions,
  attempt: () => Promise<Outcome>,
  judge: (outcome: Outcome) => AttemptVerdict,
): Promise<Result<Outcome, TooManyAttempts>> {
  const limited = await limitAttempts(
    services,
    countWhenRight === null ? countWhenWrong : [countWhenWrong, countWhenRight],
    who,
  )
  if (!limited.ok) return limited
  const outcome = await attempt()
  const verdict = judge(outcome)
  const stays = verdict === 'wrong' ? countWhenWrong : verdict === 'right' ? countWhenRight : null
  const givenBack = limited.value.filter(({ action }) => action !== stays)
  if (givenBack.length > 0) await giveBackAttempt(services.db, givenBack)
  return ok(outcome)
}
