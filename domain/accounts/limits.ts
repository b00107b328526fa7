import { clientNetworks } from './client-network.ts'

/** Length of a window, ms. Why these figures: docs/decisions/0004-accounts.md. */
export const WINDOW = 15 * 60 * 1000

/** How much of each is possible within one window. */
export const LIMITS = {
  /** Failed sign-ins to accounts that exist, and failed calls that name no account. */
  failuresPerNetwork: 60,
  /** Failed sign-ins to e-mails nobody has: people who are about to register. */
  strangersPerNetwork: 200,
  failuresPerPair: 10,
  failuresPerAccount: 100,
  /** A mobile operator's customers share addresses. */
  signUpsPerNetwork: 200,
  /** Typing asks once per pause, and each search may reach the operator. */
  lockerSearchesPerNetwork: 600,
  ordersPerAccount: 60,
  ordersPerNetwork: 600,
} as const
export type LimitName = keyof typeof LIMITS

/** One counter and how far it may go. */
export type Limit = { key: string; max: number }

/** JSON, so that no part can pass for two: whatever stands in it, different things have different keys. */
export function limitOf(name: LimitName, factor: number, ...about: string[]): Limit {
  return { key: JSON.stringify([name, ...about]), max: LIMITS[name] * factor }
}

/** The limits of everything an address belongs to, narrowest first: wider networks may do more, not as much as they like. */
export function networkLimits(name: LimitName, factor: number, clientAddress: string): Limit[] {
  return clientNetworks(clientAddress).map(({ network, size }) => limitOf(name, factor * size, network))
}
