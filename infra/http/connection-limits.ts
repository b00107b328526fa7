import { existsSync, readFileSync } from 'node:fs'

export type ConnectionLimits = {
  /** Unanswered requests of one connection; one more ends it. */
  openAnswers: number
  /** A client that reads and sends nothing for this long counts as gone, ms. */
  stalledMs: number
  /** Longest time for the head of a request to arrive, ms. */
  headMs: number
  /** Longest time for a whole request to arrive, ms. */
  requestMs: number
  /** Open connections of all clients. */
  connections: number
  /** Open connections of one network of clients. */
  connectionsPerNetwork: number
  /** A stop ends a connection that was silent for this long, ms. */
  silentMs: number
  /** Longest time that a stop waits for present answers, ms. */
  closeMs: number
}

const LIMITS = { openAnswers: 8, stalledMs: 30_000, headMs: 15_000, requestMs: 30_000, silentMs: 500, closeMs: 6_500 }

/** Browsers open six; many clients share one address of a mobile network. */
const MOST_PER_NETWORK = 512
const MOST_CONNECTIONS = 8192
/** File descriptors for everything but connections and the files they read. */
const RESERVED_DESCRIPTORS = 256

/** Completes limits with the defaults for this machine. */
export function completeLimits(given: Partial<ConnectionLimits> = {}): ConnectionLimits {
  const connections = given.connections ?? countAffordableConnections()
  return { connectionsPerNetwork: MOST_PER_NETWORK, ...LIMITS, ...given, connections }
}

const PROCESS_LIMITS = '/proc/self/limits'

/** Half of the process's file descriptors: each connection may read one file. Only Linux reports their number. */
function countAffordableConnections(): number {
  const limits = existsSync(PROCESS_LIMITS) ? readFileSync(PROCESS_LIMITS, 'utf8') : ''
  const descriptors = /^Max open files +(\d+)/m.exec(limits)?.[1]
  if (descriptors === undefined) return MOST_CONNECTIONS
  return Math.min(MOST_CONNECTIONS, Math.max(64, Math.floor((Number(descriptors) - RESERVED_DESCRIPTORS) / 2)))
}
