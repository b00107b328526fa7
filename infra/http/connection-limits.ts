import { existsSync, readFileSync } from 'node:fs'

export type ConnectionLimits = {
  /** Requests of one connection that came and are not answered; one more ends it. */
  openAnswers: number
  /** A reader that takes nothing of its answer, and sends nothing, for this long has gone, ms. */
  stalledMs: number
  /** A request's head that takes longer to arrive is refused, ms. */
  headMs: number
  /** A request that takes longer to arrive is refused, ms. */
  requestMs: number
  /** Open connections of all clients. */
  connections: number
  /** Open connections of one network of clients. */
  connectionsPerNetwork: number
  /** A stop ends what was silent for so long, ms. */
  silentMs: number
  /** A stop waits so long for answers under way, ms. */
  closeMs: number
}

const LIMITS = { openAnswers: 8, stalledMs: 30_000, headMs: 15_000, requestMs: 30_000, silentMs: 500, closeMs: 10_000 }

/** Browsers open six; behind one address of a mobile network are many. */
const MOST_PER_NETWORK = 512
const MOST_CONNECTIONS = 8192
/** Descriptors for all but connections and the files they read. */
const RESERVED_DESCRIPTORS = 256

/** What is not given is as for a shop on this machine. */
export function completeLimits(given: Partial<ConnectionLimits> = {}): ConnectionLimits {
  const connections = given.connections ?? countAffordableConnections()
  return { connectionsPerNetwork: MOST_PER_NETWORK, ...LIMITS, ...given, connections }
}

/** Linux says there how many descriptors the process may open. */
const PROCESS_LIMITS = '/proc/self/limits'

/** Each connection may read one file. */
function countAffordableConnections(): number {
  const limits = existsSync(PROCESS_LIMITS) ? readFileSync(PROCESS_LIMITS, 'utf8') : ''
  const descriptors = /^Max open files +(\d+)/m.exec(limits)?.[1]
  if (descriptors === undefined) return MOST_CONNECTIONS
  return Math.min(MOST_CONNECTIONS, Math.max(64, Math.floor((Number(descriptors) - RESERVED_DESCRIPTORS) / 2)))
}
