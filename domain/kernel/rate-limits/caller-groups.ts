import { findClientNetwork, findClientSite } from './client-network.ts'

/** `known`: a signed cookie shows that the caller has an open session or a device that has signed in before. */
export type Lane = 'known' | 'new'

/** Groups whose turns are counted together, from the widest to the narrowest. An IPv4 address is its own site. */
export type Group = readonly [lane: Lane, site: string, network: string]

export function findGroup(clientAddress: string, isKnown = false): Group {
  const network = findClientNetwork(clientAddress)
  return [isKnown ? 'known' : 'new', findClientSite(clientAddress) ?? network, network]
}

/** The group as keys of counters: everybody, the lane, its site, and the network in that site. */
export function listKeys([lane, site, network]: Group): readonly string[] {
  return ['', lane, `${lane} ${site}`, `${lane} ${site} ${network}`]
}

/** Indexes of the keys that policies limit. */
export const [EVERYBODY, SITE, NETWORK] = [0, 2, 3] as const

/** Sums by key. */
export class Sums {
  readonly #sums = new Map<string, number>()

  of(key: string | undefined): number {
    return this.#sums.get(key ?? '') ?? 0
  }

  add(keys: readonly string[], amount: number): void {
    for (const key of keys) {
      const sum = this.of(key) + amount
      if (sum === 0) this.#sums.delete(key)
      else this.#sums.set(key, sum)
    }
  }
}

/** Compares two groups by their figures, the widest group's first. Negative when `a` comes first. */
export function compare(a: readonly string[], b: readonly string[], figure: (key: string) => number): number {
  for (const [level, key] of a.entries()) {
    const difference = figure(key) - figure(b[level] ?? '')
    if (difference !== 0) return difference
  }
  return 0
}
