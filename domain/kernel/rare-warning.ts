import { type LogFields, log } from './log.ts'

/** Shortest time between two lines, ms. */
const LOGGED_EVERY_MS = 60_000

/**
 * A warning of what anybody can cause at will: written once a minute at most, with the number of times since the line
 * before.
 */
export function createRareWarning(event: string): (now: Date, fields: LogFields) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return (now, fields) => {
    count += 1
    if (Math.abs(now.getTime() - loggedAt) < LOGGED_EVERY_MS) return
    log.warn(event, { ...fields, count })
    loggedAt = now.getTime()
    count = 0
  }
}
